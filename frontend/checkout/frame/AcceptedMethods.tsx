import type { PaymentMethod } from '../../generated/pages';
import styles from './AcceptedMethods.module.css';

const CARDS = ['Visa', 'Mastercard', 'American Express', 'Discover'];

/** How an order can be paid, told before anything is typed. */
export function AcceptedMethods({ methods }: { methods: PaymentMethod[] }) {
  const names = methods.flatMap(({ type, label }) => (type === 'card' ? CARDS : [label]));
  if (names.length === 0) return null;
  return <p className={styles.accepted}>We accept {names.join(', ')}.</p>;
}
