import { useContext } from 'react';
import { Button } from '../components/Button';
import type { PaymentOptions as Props } from '../generated/pages';
import { useSection } from '../lib/sections';
import { PaymentContext } from '../lib/surroundings';
import styles from './PaymentOptions.module.css';

/** How to pay, and the button that places the order. The page puts the card's fields into it. */
export default function PaymentOptions(initial: Props) {
  const payment = useSection('PaymentOptions', initial);
  const { busy, panel } = useContext(PaymentContext);
  return (
    <div id="payment" className={`woocommerce-checkout-payment ${styles.payment}`} data-section="PaymentOptions">
      {payment.methods.map((method, index) => (
        <div key={method.url}>
          <label className={styles.method}>
            <input type="radio" name="payment_method" value={method.url} defaultChecked={index === 0} />
            {method.label}
          </label>
          {panel?.(method.url, payment)}
        </div>
      ))}
      {payment.problem && (
        <p className={styles.problem} role="alert">
          {payment.problem}
        </p>
      )}
      <Button
        type="submit"
        wide
        id="place_order"
        name="woocommerce_checkout_place_order"
        value="1"
        aria-disabled={busy}
      >
        {busy ? 'Placing your order…' : payment.button}
      </Button>
    </div>
  );
}
