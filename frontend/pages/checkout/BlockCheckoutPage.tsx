import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { usePasskeyOffer } from '../../account/auth/usePasskeyOffer';
import { CartContext } from '../../cart/cartContext';
import { FreeDelivery } from '../../cart/FreeDelivery';
import { ShippingChoices } from '../../cart/form/ShippingChoices';
import { AddressForm } from '../../checkout/address/AddressForm';
import { AddressSearchContext } from '../../checkout/address/addressSearchContext';
import { MoreField } from '../../checkout/address/MoreField';
import { SavedAddresses } from '../../checkout/address/SavedAddresses';
import styles from '../../checkout/block/BlockCheckoutPage.module.css';
import { hasSameAddress, readBlockForm, SAME } from '../../checkout/block/blockAnswers';
import { Contact } from '../../checkout/block/Contact';
import { PaymentNotices } from '../../checkout/block/PaymentNotices';
import { placeBlockOrder } from '../../checkout/block/placeBlockOrder';
import { Summary } from '../../checkout/block/Summary';
import { useBlockCart } from '../../checkout/block/useBlockCart';
import { useBlockErrors } from '../../checkout/block/useBlockErrors';
import { CheckoutForm } from '../../checkout/CheckoutForm';
import { checkFields } from '../../checkout/checkForm';
import { Consents } from '../../checkout/consents/Consents';
import { consentLabels } from '../../checkout/consents/consentLabels';
import { ErrorSummary } from '../../checkout/ErrorSummary';
import { isAboutPaying, partOf } from '../../checkout/fieldRules';
import { AcceptedMethods } from '../../checkout/frame/AcceptedMethods';
import { CHECKOUT_FRAME } from '../../checkout/frame/frames';
import { GiftFields } from '../../checkout/gift/GiftFields';
import { usePaying } from '../../checkout/placing/usePaying';
import { forgetEmail } from '../../checkout/savedFields';
import { useCheckout } from '../../checkout/useCheckout';
import { useCoupons } from '../../checkout/useCoupons';
import { ExpressButtons } from '../../express/ExpressButtons';
import type { FormError, BlockCheckoutPage as Props } from '../../generated/pages';
import { classes } from '../../lib/classes';
import PaymentOptions from '../../payment/methods/PaymentOptions';
import { PaymentContext } from '../../payment/methods/paymentContext';
import { Paragraphs } from '../../ui/Paragraphs';

const NO_ERRORS: FormError[] = [];
const NO_COUPON = { code: '', problem: '' };
const nothing = () => undefined;

/** The checkout in blocks (docs/behaviour/checkout.md#two-checkouts). Everything goes through the Store API. */
export default function BlockCheckoutPage(props: Props) {
  const { email, shipping_address, billing, note } = props;
  const form = useRef<HTMLFormElement>(null);
  const [country, setCountry] = useState(() => billsCountry(props));
  const checkout = useCheckout(props, { errors: NO_ERRORS, separate: true });
  const { review, problems, reviewErrors, byField, address } = checkout;
  const { notices, onErrors, onFaults } = useBlockErrors(form, problems);
  useEffect(() => {
    if (props.errors.length > 0) onErrors(props.errors); // the page was loaded again to tell of them
  }, [onErrors, props.errors]);
  const cart = useBlockCart(form, props.payment.chosen, onFaults);
  const order = usePaying(form, props, { problems, onErrors, onStale: nothing, send: placeBlockOrder, isBlock: true });
  const isGuest = props.log_in_url !== '';
  usePasskeyOffer(form, { on: isGuest && !order.busy, token: props.csrf_token, onOffered: forgetEmail });
  const coupons = useCoupons(form, NO_COUPON, nothing, cart.sendCoupon);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (order.busy || coupons.press((event.nativeEvent as SubmitEvent).submitter)) return;
    const sent = event.currentTarget;
    const addresses = hasSameAddress(readBlockForm(sent)) ? shipping_address : [...shipping_address, ...billing];
    const wrong = [...checkFields(sent, [email, ...addresses], props), ...reviewErrors.errors];
    order.forgetProblem();
    onErrors(wrong);
    if (wrong.length > 0) return;
    cart.hold();
    void order.place(sent);
  };
  const change = (event: ChangeEvent<HTMLFormElement>) => {
    setCountry(readBlockForm(event.currentTarget).get('billing_country') ?? '');
    const { name } = event.target as unknown as HTMLInputElement;
    if (isAboutPaying(name)) {
      order.forgetProblem();
      notices.show([]);
    }
    reviewErrors.onChange(name);
    cart.onChange(event);
  };
  const consents = (
    <Consents
      consents={props.consents}
      labels={consentLabels(review)}
      problems={byField}
      born={props.born}
      onFix={problems.set}
    />
  );
  return (
    <>
      <h1 className={styles.title}>Checkout</h1>
      <AcceptedMethods methods={props.payment.methods} />
      <noscript>
        <p className={styles.plain}>
          This checkout needs JavaScript. <a href={props.classic_url}>Use the checkout that works without it.</a>
        </p>
      </noscript>
      {props.express && <ExpressButtons express={props.express} />}
      <ErrorSummary problems={problems} />
      <CheckoutForm
        form={form}
        className={classes('wc-block-checkout__form', styles.form)}
        token={props.csrf_token}
        attribution={props.attribution}
        busy={order.busy}
        method="get"
        action={props.classic_url}
        onSubmit={submit}
        onChange={change}
        onBlur={cart.onBlur}
      >
        <input type="hidden" name="shown_total" value={review.shown_total} readOnly />
        <CartContext value={coupons.surroundings}>
          <Summary review={review} />
        </CartContext>
        <div className={styles.steps}>
          <Contact
            email={email}
            account={props.account}
            logInUrl={props.log_in_url}
            problems={byField}
            onCheck={problems.check}
            onFix={problems.recheck}
          />
          <AddressSearchContext value={props.address_search}>
            <section className={styles.step} aria-labelledby="delivery-address">
              <h2 id="delivery-address">Delivery address</h2>
              <SavedAddresses group="shipping" choices={props.saved_addresses} />
              <AddressForm fields={shipping_address} errors={NO_ERRORS} advice="" {...address} />
              <label className={styles.toggle}>
                <input type="checkbox" name={SAME} value="1" defaultChecked={props.same_address} />
                Use the same address for billing
              </label>
            </section>
            <section className={classes(styles.step, styles.billing)} aria-labelledby="billing-address">
              <h2 id="billing-address">Billing address</h2>
              <p className={styles.hint}>The address your card statements go to.</p>
              <SavedAddresses group="billing" choices={props.saved_addresses} />
              <AddressForm fields={billing} errors={NO_ERRORS} advice="" {...address} />
            </section>
          </AddressSearchContext>
          <section className={classes(styles.step, styles.delivery)} aria-labelledby="delivery-options">
            <h2 id="delivery-options">Delivery options</h2>
            <FreeDelivery goal={review.free_delivery} />
            <ShippingChoices choices={review.shipping} problem={review.shipping_problem} hold={review.hold} />
          </section>
          <section className={styles.step} aria-label="Gift and notes">
            <GiftFields gift={props.gift} error={byField[props.gift.message.name] ?? ''} onFix={problems.set} />
            <MoreField field={note} error={byField[note.name] ?? ''} />
          </section>
          <section className={styles.step} aria-labelledby="paying">
            <h2 id="paying">Payment</h2>
            <PaymentNotices texts={notices.texts} led={notices.led} onDismiss={() => notices.show([])} />
            <PaymentContext
              value={{
                busy: order.busy,
                country,
                panel: order.panel,
                consents,
                recurring: review.recurring,
              }}
            >
              <PaymentOptions {...props.payment} />
            </PaymentContext>
            <div className={styles.fine}>
              {props.age_note && <p>{props.age_note}</p>}
              <Paragraphs title="Read our privacy policy" paragraphs={props.privacy} />
              <a href={props.cart_url}>Return to the cart</a>
            </div>
          </section>
        </div>
      </CheckoutForm>
    </>
  );
}

BlockCheckoutPage.frame = CHECKOUT_FRAME;

/** Where the bill goes as the page begins: some ways to pay are not offered everywhere. */
function billsCountry({ same_address, shipping_address, billing }: Props): string {
  const fields = same_address ? shipping_address : billing;
  return fields.find(({ name }) => partOf(name) === 'country')?.value ?? '';
}
