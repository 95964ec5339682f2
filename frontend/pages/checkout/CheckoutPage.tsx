import { type FormEvent, useCallback, useMemo, useRef, useState } from 'react';
import type { CheckoutField, FormError, PaymentOptions as Payment, CheckoutPage as Props } from '../../generated/pages';
import { classes } from '../../lib/classes';
import { fieldsOf } from '../../lib/payment/placeOrder';
import { reveal } from '../../lib/scroll';
import { PaymentContext } from '../../lib/surroundings';
import OrderReview from '../../sections/OrderReview';
import PaymentOptions from '../../sections/PaymentOptions';
import { AddressFields } from './AddressFields';
import styles from './CheckoutPage.module.css';
import { ErrorSummary } from './ErrorSummary';
import { MoreField } from './MoreField';
import { PaymentPanel } from './PaymentPanel';
import { isSeparate, partOf, problemWith } from './rules';
import { useOrder } from './useOrder';
import { useProblems } from './useProblems';
import { useReview } from './useReview';

export default function CheckoutPage(props: Props) {
  const { billing, shipping_address, countries, note, provider } = props;
  const form = useRef<HTMLFormElement>(null);
  const errorPlace = useRef<HTMLDivElement>(null);
  const cardProblemPlace = useRef<HTMLParagraphElement>(null);
  const [cardProblem, setCardProblem] = useState('');
  const problems = useProblems(props);
  const { show } = problems;

  const onErrors = useCallback(
    (errors: FormError[]) => {
      show(errors);
      document.body.dispatchEvent(new CustomEvent('checkout_error', { bubbles: true, detail: errors })); // spec 8
      reveal(errorPlace.current);
    },
    [show],
  );
  const onCardProblem = useCallback((text: string) => {
    setCardProblem(text);
    reveal(cardProblemPlace.current);
  }, []);
  const review = useReview(form, onErrors);
  const order = useOrder(provider, { onErrors, onCardProblem, onStale: review.refresh });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (order.busy) return;
    const wrong = checkAll(event.currentTarget, [...billing, ...shipping_address]);
    setCardProblem('');
    show([]);
    if (wrong.length > 0) return onErrors(wrong);
    review.hold();
    void order.place(event.currentTarget);
  };
  const { busy, setCard, setStripe } = order;
  const sandbox = props.shared.sandbox;
  const payment = useMemo(
    () => ({
      busy,
      panel: (_method: string, shown: Payment) => (
        <PaymentPanel
          payment={shown}
          provider={provider}
          sandbox={sandbox}
          problem={cardProblem}
          problemPlace={cardProblemPlace}
          onStripe={setStripe}
          onCard={setCard}
        />
      ),
    }),
    [busy, provider, sandbox, cardProblem, setStripe, setCard],
  );
  const address = { countries, problems: problems.byField, onCheck: problems.check, onFix: problems.recheck };
  return (
    <>
      <h1 className={styles.title}>Checkout</h1>
      <ErrorSummary errors={problems.summary} place={errorPlace} onDismiss={() => show([])} />
      <form
        ref={form}
        className={classes('checkout woocommerce-checkout', styles.form, busy && `processing ${styles.blocked}`)}
        method="post"
        action={props.action}
        onSubmit={submit}
        onChange={review.onChange}
        onBlur={review.onBlur}
        noValidate
        aria-busy={busy}
      >
        <input type="hidden" name="csrfmiddlewaretoken" value={props.csrf_token} />
        <div className={styles.details}>
          <section className={styles.part} aria-labelledby="billing">
            <h2 id="billing">Your details</h2>
            <AddressFields fields={billing} {...address} />
          </section>
          <div className={styles.other}>
            <label className={styles.toggle}>
              <input
                type="checkbox"
                name="ship_to_different_address"
                value="1"
                defaultChecked={props.ship_to_different_address}
              />
              Deliver to a different address
            </label>
            <section className={styles.address} aria-label="Delivery address">
              <AddressFields fields={shipping_address} {...address} />
            </section>
          </div>
          <MoreField field={note} error={note.error} />
        </div>
        <section className={classes(styles.part, styles.review)} aria-labelledby="review">
          <h2 id="review">Your order</h2>
          <OrderReview {...props.review} />
        </section>
        <section className={classes(styles.part, styles.payment)} aria-labelledby="paying">
          <h2 id="paying">Payment</h2>
          <PaymentContext value={payment}>
            <PaymentOptions {...props.payment} />
          </PaymentContext>
          <p className={styles.note}>{props.age_note}</p>
        </section>
      </form>
    </>
  );
}

/** Return what is wrong with the fields that are shown, in their order. */
function checkAll(form: HTMLFormElement, fields: CheckoutField[]): FormError[] {
  const values = fieldsOf(form);
  const shown = isSeparate(values) ? fields : fields.filter((field) => field.name.startsWith('billing_'));
  return shown
    .map((field) => ({ field: field.name, text: problemWith(shownAs(form, field), values.get(field.name) ?? '') }))
    .filter((error) => error.text !== '');
}

/** The field with the label that stands at it now: state and postcode change theirs with the country. */
function shownAs(form: HTMLFormElement, field: CheckoutField): CheckoutField {
  if (!['state', 'postcode'].includes(partOf(field.name))) return field;
  const label = form.querySelector(`label[for="${field.name}"]`)?.firstChild?.textContent;
  return label ? { ...field, label } : field;
}
