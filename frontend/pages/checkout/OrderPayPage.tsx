import { type FormEvent, useCallback, useMemo, useRef, useState } from 'react';
import { Amounts } from '../../components/Amounts';
import { WineLine } from '../../components/WineLine';
import type { FormError, PaymentOptions as Payment, OrderPayPage as Props } from '../../generated/pages';
import { classes } from '../../lib/classes';
import { payOrder } from '../../lib/payment/payOrder';
import { reveal } from '../../lib/scroll';
import { PaymentContext } from '../../lib/surroundings';
import PaymentOptions from '../../sections/PaymentOptions';
import { AddressBlock } from './AddressBlock';
import { Consents } from './Consents';
import { ErrorSummary } from './ErrorSummary';
import styles from './OrderPayPage.module.css';
import { PaymentPanel } from './PaymentPanel';
import { useOrder } from './useOrder';
import { useProblems } from './useProblems';

const NO_ERRORS: FormError[] = [];

/** What is to be paid, and how. Nothing else is asked: the order is there already. */
export default function OrderPayPage(props: Props) {
  const { provider, shared, consents, order_id } = props;
  const form = useRef<HTMLFormElement>(null);
  const errorPlace = useRef<HTMLDivElement>(null);
  const cardProblemPlace = useRef<HTMLParagraphElement>(null);
  const [cardProblem, setCardProblem] = useState('');
  const problems = useProblems({ errors: NO_ERRORS });
  const { show } = problems;
  const onErrors = useCallback(
    (errors: FormError[]) => {
      show(errors);
      reveal(errorPlace.current);
    },
    [show],
  );
  const onCardProblem = useCallback((text: string) => {
    setCardProblem(text);
    reveal(cardProblemPlace.current);
  }, []);
  const order = useOrder(form, provider, {
    onErrors,
    onCardProblem,
    onStale: ignore,
    send: payOrder,
    orderId: order_id,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (order.busy) return;
    setCardProblem('');
    show([]);
    const fields = new FormData(event.currentTarget);
    const missing = consents.filter(({ name }) => !fields.has(name));
    if (missing.length > 0) return onErrors(missing.map((each) => ({ field: each.name, text: each.missing })));
    void order.place(event.currentTarget);
  };
  const { busy, setCard, setStripe } = order;
  const country = props.billing.find(({ name }) => name === 'billing_country')?.value ?? '';
  const payment = useMemo(
    () => ({
      busy,
      country,
      panel: (_method: string, options: Payment) => (
        <PaymentPanel
          payment={options}
          provider={provider}
          sandbox={shared.sandbox}
          problem={cardProblem}
          problemPlace={cardProblemPlace}
          onStripe={setStripe}
          onCard={setCard}
        />
      ),
    }),
    [busy, country, provider, shared.sandbox, cardProblem, setStripe, setCard],
  );
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
      <ErrorSummary errors={problems.summary} place={errorPlace} onDismiss={() => show([])} />
      <div className={styles.parts}>
        <section className={styles.order} aria-labelledby="ordered">
          <h2 id="ordered">Your order</h2>
          <ul className={styles.lines}>
            {props.lines.map((line) => (
              <WineLine key={line.key} counted line={line} />
            ))}
          </ul>
          <Amounts rows={props.rows} total={props.total} />
          <AddressBlock title="Deliver to" lines={props.shipping_address} />
        </section>
        <form
          ref={form}
          id="order_review"
          className={classes(styles.payment, busy && `processing ${styles.blocked}`)}
          method="post"
          action={props.action}
          onSubmit={submit}
          noValidate
          aria-busy={busy}
        >
          <h2>Payment</h2>
          <input type="hidden" name="csrfmiddlewaretoken" defaultValue={props.csrf_token} />
          <input type="hidden" name="woocommerce_pay" value="1" />
          {props.billing.map(({ name, value }) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <PaymentContext value={{ ...payment, consents: boxes }}>
            <PaymentOptions {...props.payment} />
          </PaymentContext>
        </form>
      </div>
    </div>
  );
}

function ignore(): void {
  // the order does not change, so there is nothing to calculate anew
}
