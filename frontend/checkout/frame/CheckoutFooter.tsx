import type { Shared } from '../../generated/pages';
import styles from './CheckoutFooter.module.css';

/** The foot of a checkout: whom to ask, and nothing that leads away. */
export function CheckoutFooter({ shared }: { shared: Shared }) {
  return (
    <footer className={styles.footer}>
      <p className={styles.inner}>
        Questions about your order? Write to <a href={`mailto:${shared.store_email}`}>{shared.store_email}</a>.
      </p>
    </footer>
  );
}
