import type { Shared } from '../../generated/pages';
import styles from './CheckoutHeader.module.css';
import { PaymentHeader } from './PaymentHeader';

/** The head of a checkout: the name of the store, that it is safe here, and where the shopper stands. */
export function CheckoutHeader({ shared }: { shared: Shared }) {
  return (
    <PaymentHeader shared={shared}>
      <nav aria-label="Steps of your order">
        <ol className={styles.steps}>
          <li>
            <a href="/cart/">Cart</a>
          </li>
          <li aria-current="step">Checkout</li>
          <li>Confirmation</li>
        </ol>
      </nav>
    </PaymentHeader>
  );
}
