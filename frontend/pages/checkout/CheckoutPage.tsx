import { type ChangeEvent, type FormEvent, useCallback, useRef, useState } from 'react';
import { LogInToggle } from '../../account/auth/LogInToggle';
import { usePasskeyOffer } from '../../account/auth/usePasskeyOffer';
import { CartContext } from '../../cart/cartContext';
import { ShippingChoices } from '../../cart/form/ShippingChoices';
import { AccountFields } from '../../checkout/AccountFields';
import { AddressForm } from '../../checkout/address/AddressForm';
import { AddressSearchContext } from '../../checkout/address/addressSearchContext';
import { MoreField } from '../../checkout/address/MoreField';
import { SavedAddresses } from '../../checkout/address/SavedAddresses';
import { CheckoutForm } from '../../checkout/CheckoutForm';
import { checkForm } from '../../checkout/checkForm';
import { Consents } from '../../checkout/consents/Consents';
import { consentLabels } from '../../checkout/consents/consentLabels';
import { ErrorSummary } from '../../checkout/ErrorSummary';
import { isAboutPaying } from '../../checkout/fieldRules';
import { AcceptedMethods } from '../../checkout/frame/AcceptedMethods';
import { CHECKOUT_FRAME } from '../../checkout/frame/frames';
import { SummaryFold } from '../../checkout/frame/SummaryFold';
import { GiftFields } from '../../checkout/gift/GiftFields';
import OrderReview from '../../checkout/OrderReview';
import { usePaying } from '../../checkout/placing/usePaying';
import { forgetEmail } from '../../checkout/savedFields';
import { useCheckout } from '../../checkout/useCheckout';
import { useCoupons } from '../../checkout/useCoupons';
import { useReview } from '../../checkout/useReview';
import { ExpressButtons } from '../../express/ExpressButtons';
import type { FormError, CheckoutPage as Props } from '../../generated/pages';
import { classes } from '../../lib/classes';
import PaymentOptions from '../../payment/methods/PaymentOptions';
import { PaymentContext } from '../../payment/methods/paymentContext';
import { Paragraphs } from '../../ui/Paragraphs';
import styles from './CheckoutPage.module.css';

export default function CheckoutPage(props: Props) {
  const { billing, shipping_address, note, account, log_in_url } = props;
  const form = useRef<HTMLFormElement>(null);
  const [separate, setSeparate] = useState(props.ship_to_different_address);
  const [country, setCountry] = useState(billing.find(({ name }) => name === 'billing_country')?.value ?? '');
  const checkout = useCheckout(props, { errors: props.errors, separate });
  const { problems, reviewErrors, byField, address } = checkout;
  const { recurring } = checkout.review;
  const { show } = problems;

  const onErrors = useCallback(
    (errors: FormError[]) => {
      // For scripts of merchants.
      document.body.dispatchEvent(new CustomEvent('checkout_error', { bubbles: true, detail: errors }));
      show(errors);
    },
    [show],
  );
  /** After a payment error the fields are checked again (docs/behaviour/pages.md#checkout). */
  const onRefused = useCallback(
    (errors: FormError[]) => {
      const again = form.current ? checkForm(form.current, props) : [];
      onErrors([...errors, ...again.filter(({ field }) => !errors.some((error) => error.field === field))]);
    },
    [onErrors, props],
  );
  const review = useReview(form, problems.add);
  const order = usePaying(form, props, { problems, onErrors: onRefused, onStale: review.refresh });
  usePasskeyOffer(form, { on: log_in_url !== '' && !order.busy, token: props.csrf_token, onOffered: forgetEmail });
  const coupons = useCoupons(form, { code: props.coupon_code, problem: props.coupon_problem }, review.refresh);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (order.busy) return;
    if (coupons.press((event.nativeEvent as SubmitEvent).submitter)) return;
    const wrong = [...checkForm(event.currentTarget, props), ...reviewErrors.errors];
    order.forgetProblem();
    show([]);
    if (wrong.length > 0) return onErrors(wrong);
    review.hold();
    void order.place(event.currentTarget);
  };
  const change = (event: ChangeEvent<HTMLFormElement>) => {
    const field = event.target as unknown as HTMLInputElement;
    if (field.name === 'ship_to_different_address') setSeparate(field.checked);
    if (field.name === 'billing_country') setCountry(field.value);
    if (isAboutPaying(field.name)) order.forgetProblem();
    reviewErrors.onChange(field.name);
    review.onChange(event);
  };
  const consents = (
    <Consents
      consents={props.consents}
      labels={consentLabels(checkout.review)}
      problems={byField}
      born={props.born}
      onFix={problems.set}
    />
  );
  return (
    <>
      <h1 className={styles.title}>Checkout</h1>
      <AcceptedMethods methods={props.payment.methods} />
      {props.express && <ExpressButtons express={props.express} />}
      {log_in_url && <LogInToggle url={log_in_url} />}
      <ErrorSummary problems={problems} />
      <CheckoutForm
        form={form}
        className={classes('checkout woocommerce-checkout', styles.form)}
        token={props.csrf_token}
        attribution={props.attribution}
        busy={order.busy}
        method="post"
        // Without JavaScript the page comes back at the problem with the payment, if there is one.
        action={`${props.action}#payment-problem`}
        onSubmit={submit}
        onChange={change}
        onBlur={review.onBlur}
      >
        <CartContext value={coupons.surroundings}>
          <SummaryFold review={checkout.review}>
            <OrderReview {...props.review} deliversBeside />
          </SummaryFold>
        </CartContext>
        <AddressSearchContext value={props.address_search}>
          <div className={styles.details}>
            <section className={styles.part} aria-labelledby="billing">
              <h2 id="billing">Your details</h2>
              <SavedAddresses group="billing" choices={props.saved_addresses} />
              <AddressForm fields={billing} errors={props.errors} advice={reviewErrors.phoneAdvice} {...address} />
              {account && (
                <AccountFields
                  account={account}
                  error={byField[account.password.name] ?? ''}
                  onCheck={(...typed) => problems.check(account.password, ...typed)}
                  onFix={(...typed) => problems.recheck(account.password, ...typed)}
                />
              )}
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
                <SavedAddresses group="shipping" choices={props.saved_addresses} />
                <AddressForm fields={shipping_address} errors={props.errors} advice="" {...address} />
              </section>
            </div>
            <section className={classes(styles.part, styles.delivery)} aria-labelledby="delivery-options">
              <h2 id="delivery-options">Delivery</h2>
              <ShippingChoices
                choices={checkout.review.shipping}
                problem={checkout.review.shipping_problem}
                hold={checkout.review.hold}
              />
            </section>
            <GiftFields gift={props.gift} error={byField[props.gift.message.name] ?? ''} onFix={problems.set} />
            <MoreField field={note} error={note.error} />
          </div>
        </AddressSearchContext>
        <section className={classes(styles.part, styles.payment)} aria-labelledby="paying">
          <h2 id="paying">Payment</h2>
          <PaymentContext value={{ busy: order.busy, country, panel: order.panel, consents, recurring }}>
            <PaymentOptions {...props.payment} />
          </PaymentContext>
          {props.age_note && <p className={styles.note}>{props.age_note}</p>}
          <div className={styles.note}>
            We use your details to deliver this order and to contact you about it.
            <Paragraphs title="Read our privacy policy" paragraphs={props.privacy} />
          </div>
        </section>
      </CheckoutForm>
    </>
  );
}

CheckoutPage.frame = CHECKOUT_FRAME;
