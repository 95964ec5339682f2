import { type FormEvent, Fragment, useRef } from 'react';
import { AccountMenu } from '../../account/AccountMenu';
import { ErrorSummary } from '../../checkout/ErrorSummary';
import { OrderForm } from '../../checkout/OrderForm';
import { usePaying } from '../../checkout/placing/usePaying';
import { useFormErrors } from '../../checkout/useFormErrors';
import type { FormError, ChangeMethodPage as Props } from '../../generated/pages';
import PaymentOptions from '../../payment/methods/PaymentOptions';
import { PaymentContext } from '../../payment/methods/paymentContext';
import { payOrder } from '../../payment/payOrder';
import styles from './ChangeMethodPage.module.css';

const NO_ERRORS: FormError[] = [];
const CHANGING = 'Saving your payment method…';

/** Another payment method for a subscription: a saved one, or a new one. It charges a box that is not paid at once. */
export default function ChangeMethodPage(props: Props) {
  const { csrf_token, menu, action, back_url, number, title, notice, current, charge, billing } = props;
  const form = useRef<HTMLFormElement>(null);
  const problems = useFormErrors({ errors: NO_ERRORS });
  const { show } = problems;
  const change = usePaying(form, props, {
    problems,
    onErrors: show,
    onStale: ignore,
    send: payOrder,
    orderId: Number(number),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (change.busy) return;
    change.forgetProblem();
    show([]);
    void change.place(event.currentTarget);
  };
  const country = billing.find(({ name }) => name === 'billing_country')?.value ?? '';
  const forAll = props.all_label && (
    <label className={styles.all}>
      <input type="checkbox" name={props.all_field} value="1" defaultChecked />
      <span>{emphasize(props.all_label)}</span>
    </label>
  );
  return (
    <div className={styles.page}>
      <h1>{title}</h1>
      <AccountMenu links={menu} token={csrf_token} />
      <div className={`woocommerce-MyAccount-content ${styles.content}`}>
        <p>{notice}</p>
        <p className={styles.soft}>
          Subscription {number}
          {current && ` is charged to ${current}`}. {charge} <a href={back_url}>Back to the subscription</a>
        </p>
        <ErrorSummary problems={problems} />
        <OrderForm
          ref={form}
          id="order_review"
          className={styles.form}
          token={csrf_token}
          busy={change.busy}
          busyText={CHANGING}
          method="post"
          action={action}
          onSubmit={submit}
        >
          <input type="hidden" name="woocommerce_change_payment" value={number} />
          {billing.map(({ name, value }) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <PaymentContext
            value={{ busy: change.busy, busyText: CHANGING, country, panel: change.panel, consents: forAll }}
          >
            <PaymentOptions {...props.payment} />
          </PaymentContext>
        </OrderForm>
      </div>
    </div>
  );
}

/** Words between asterisks are emphasized. */
function emphasize(text: string) {
  return text
    .split('*')
    .map((part, index) =>
      index % 2 === 1 ? <strong key={part}>{part}</strong> : <Fragment key={part}>{part}</Fragment>,
    );
}

function ignore(): void {
  // nothing is paid, so there are no totals to update
}
