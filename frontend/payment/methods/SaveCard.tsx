import { saveField } from '../fields/paymentInput';
import { CARD } from '../placeOrder';
import styles from './SaveCard.module.css';

interface Props {
  /** The value of payment_method. */
  gateway: string;
  /** What the box says when it is ticked. */
  value: string;
  saving: boolean;
  onChange: (saving: boolean) => void;
}

const OF_CARDS = [
  'Save this card for future orders',
  'Our payment provider stores it: we see only its brand, last four digits and expiry date. It is charged only when you place an order.',
];
const OF_OTHERS = [
  'Save this payment method for future orders',
  'Our payment service keeps it: we see only its kind, and the last four digits or the address of the account. It is charged when you place an order, and not otherwise.',
];

/** Offers to save the method, to shoppers who have an account or open one with the order. */
export function SaveCard({ gateway, value, saving, onChange }: Props) {
  const name = saveField(gateway);
  const [label, hint] = gateway === CARD ? OF_CARDS : OF_OTHERS;
  return (
    <div className={styles.save}>
      <label className={styles.box}>
        <input
          type="checkbox"
          id={name}
          name={name}
          value={value}
          checked={saving}
          onChange={(event) => onChange(event.target.checked)}
          aria-describedby={`${name}-hint`}
        />
        {label}
      </label>
      <p id={`${name}-hint`} className={styles.hint}>
        {hint}
      </p>
    </div>
  );
}
