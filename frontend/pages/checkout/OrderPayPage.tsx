import { type FormEvent, useRef } from 'react';
import { Amounts } from '../../cart/form/Amounts';
import { WineLine } from '../../cart/lines/WineLine';
import { Consents } from '../../checkout/consents/Consents';
import { ErrorSummary } from '../../checkout/ErrorSummary';
import { PAYMENT_FRAME } from '../../checkout/frame/frames';
import { OrderForm } from '../../checkout/OrderForm';
import { usePaying } from '../../checkout/placing/usePaying';
import { useFormErrors } from '../../checkout/useFormErrors';
import { ExpressButtons } from '../../express/ExpressButtons';
import type { FormError, OrderPayPage as Props } from '../../generated/pages';
import { OrderDestination } from '../../order/OrderDestination';
import PaymentOptions from '../../payment/methods/PaymentOptions';
import { PaymentContext } from '../../payment/methods/paymentContext';
import { payOrder } from '../../payment/payOrder';
import styles from './OrderPayPage.module.css';

const NO_ERRORS: FormError[] = [];

/** Pays an order that exists already, so there are no other fields. */
export default function OrderPayPage(props: Props) {
  const { consents, order_id } = props;
  const form = useRef<HTMLFormElement>(null);
  const problems = useFormErrors({ errors: NO_ERRORS });
  const { show } = problems;
  const order = usePaying(form, props, {
    problems,
    onErrors: show,
    onStale: ignore,
    send: payOrder,
    orderId: order_id,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (order.busy) return;
    order.forgetProblem();
    show([]);
    const fields = new FormData(event.currentTarget);
    const missing = consents.filter(({ name }) => !fields.has(name));
    if (missing.length > 0) return show(missing.map((each) => ({ field: each.name, text: each.missing })));
    void order.place(event.currentTarget);
  };
  const country = props.billing.find(({ name }) => name === 'billing_country')?.value ?? '';
  const boxes = <Consents consents={consents} problems={problems.byField} born={null} onFix={problems.set} />;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Pay for order {props.number}</h1>
        <p className={styles.soft}>
          Placed on {props.date}. <a href={props.receipt_url}>See the order</a>
        </p>
      </header>
      {props.warning && <p className={styles.warning}>{props.warning}</p>}
      {props.express && <ExpressButtons express={props.express} />}
      <ErrorSummary problems={problems} />
      <div className={styles.parts}>
        <section className={styles.order} aria-labelledby="ordered">
          <h2 id="ordered">Your order</h2>
          <ul className={styles.lines}>
            {props.lines.map((line) => (
              <WineLine key={line.key} counted line={line} />
            ))}
          </ul>
          <Amounts rows={props.rows} total={props.total} />
          <OrderDestination title="Deliver to" order={props} />
        </section>
        <OrderForm
          ref={form}
          id="order_review"
          className={styles.payment}
          token={props.csrf_token}
          busy={order.busy}
          method="post"
          action={props.action}
          onSubmit={submit}
        >
          <h2>Payment</h2>
          <input type="hidden" name="woocommerce_pay" value="1" />
          <input type="hidden" name="shown_total" value={props.payment.amount} />
          {props.billing.map(({ name, value }) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <PaymentContext value={{ busy: order.busy, country, panel: order.panel, consents: boxes }}>
            <PaymentOptions {...props.payment} />
          </PaymentContext>
        </OrderForm>
      </div>
    </div>
  );
}

OrderPayPage.frame = PAYMENT_FRAME;

function ignore(): void {
  // the order does not change, so there are no totals to update
}
