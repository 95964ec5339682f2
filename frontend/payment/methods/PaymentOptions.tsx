import { useContext, useRef, useState } from 'react';
import type { PaymentMethod, PaymentOptions as Props } from '../../generated/pages';
import { useSection } from '../../lib/sections';
import { Button } from '../../ui/Button';
import { Hidden } from '../../ui/Hidden';
import { Agreements } from './Agreements';
import { CashAppNotice } from './CashAppNotice';
import styles from './PaymentOptions.module.css';
import { PaymentContext } from './paymentContext';
import { useChosenBefore } from './useChosenBefore';

/** How to pay, and the button that places the order. The page puts the provider's fields into it. */
export default function PaymentOptions(initial: Props) {
  const payment = useSection('PaymentOptions', initial);
  const { busy, busyText = 'Placing your order…', country, panel, consents, recurring } = useContext(PaymentContext);
  const [chosen, setChosen] = useState(initial.chosen);
  const place = useRef<HTMLDivElement>(null);
  useChosenBefore(place, 'payment_method');
  const offered = payment.methods.filter((method) => isOffered(method, country));
  const method = offered.find(({ value }) => value === chosen) ?? offered[0];
  return (
    <div
      ref={place}
      id="payment"
      className={`woocommerce-checkout-payment ${styles.payment}`}
      data-section="PaymentOptions"
    >
      {payment.methods.length > 0 && (
        <fieldset className={styles.methods}>
          <legend>
            <Hidden>Payment</Hidden>
          </legend>
          {payment.methods.map((each) => (
            // Hidden, not gone: what was entered is still there when the bill goes back to where the method is offered.
            <div key={each.value} className={styles.method} hidden={!offered.includes(each)}>
              <label className={styles.label}>
                <input
                  type="radio"
                  name="payment_method"
                  value={each.value}
                  checked={each === method}
                  disabled={!offered.includes(each)}
                  onChange={() => setChosen(each.value)}
                />
                {each.label}
              </label>
              <div className={styles.box}>
                <div className={styles.panel}>
                  {panel?.(each, payment, each === method)}
                  {each.type === 'cashapp' && each === method && <CashAppNotice amount={payment.amount} />}
                </div>
              </div>
            </div>
          ))}
        </fieldset>
      )}
      {payment.methods.length === 0 && !payment.problem && <p>Nothing to pay: no card needed.</p>}
      {payment.methods.length > 0 && offered.length === 0 && (
        <p className={styles.problem} role="alert">
          We have no way to pay for bills to this country. Please choose another billing address, or write to us.
        </p>
      )}
      {payment.problem && (
        <p id="payment-problem" className={styles.problem} role="alert">
          {payment.problem}
        </p>
      )}
      <Agreements agreements={payment.agreements} agreed={payment.agreed} later={recurring} />
      {consents}
      <Button
        type="submit"
        wide
        id="place_order"
        name="woocommerce_checkout_place_order"
        value="1"
        aria-disabled={busy || undefined}
      >
        {busy ? busyText : (method?.button ?? payment.button)}
      </Button>
    </div>
  );
}

/**
 * A method that is not offered where the bill goes is hidden and not chosen (docs/behaviour/pages.md#payment-fields).
 */
function isOffered({ countries }: PaymentMethod, country: string): boolean {
  return !country || countries.length === 0 || countries.includes(country);
}
