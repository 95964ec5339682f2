import { useContext, useState } from 'react';
import { Button } from '../components/Button';
import type { PaymentOptions as Props } from '../generated/pages';
import { useSection } from '../lib/sections';
import { PaymentContext } from '../lib/surroundings';
import styles from './PaymentOptions.module.css';

/** How to pay, and the button that places the order. The page puts the card's fields into it. */
export default function PaymentOptions(initial: Props) {
  const payment = useSection('PaymentOptions', initial);
  const { busy, country, panel, consents } = useContext(PaymentContext);
  const [chosen, setChosen] = useState('');
  // A method that is not offered where the bill goes is hidden and not chosen (spec 4, method availability).
  const offered = payment.methods.filter(
    ({ countries }) => !country || countries.length === 0 || countries.includes(country),
  );
  const method = offered.find(({ value }) => value === chosen) ?? offered[0];
  return (
    <div id="payment" className={`woocommerce-checkout-payment ${styles.payment}`} data-section="PaymentOptions">
      {offered.map(({ value, label }) => (
        <div key={value} className={styles.method}>
          <label className={styles.label}>
            <input
              type="radio"
              name="payment_method"
              value={value}
              checked={value === method?.value}
              onChange={() => setChosen(value)}
            />
            {label}
          </label>
          <div className={styles.box}>
            <div className={styles.panel}>{panel?.(value, payment)}</div>
          </div>
        </div>
      ))}
      {payment.methods.length === 0 && <p>There is nothing to pay: no card is needed.</p>}
      {payment.methods.length > 0 && offered.length === 0 && (
        <p className={styles.problem} role="alert">
          We have no way to pay for bills to this country. Please choose another billing address, or write to us.
        </p>
      )}
      {payment.problem && (
        <p className={styles.problem} role="alert">
          {payment.problem}
        </p>
      )}
      {consents}
      <Button
        type="submit"
        wide
        id="place_order"
        name="woocommerce_checkout_place_order"
        value="1"
        aria-disabled={busy}
      >
        {busy ? 'Placing your order…' : (method?.button ?? payment.button)}
      </Button>
    </div>
  );
}
