import type {
  Stripe,
  StripeElements,
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementShippingAddressChangeEvent,
  StripeExpressCheckoutElementShippingRateChangeEvent,
} from '@stripe/stripe-js';
import type { ExpressButtons } from '../generated/pages';
import { cookie } from '../lib/cookies';
import { browser } from '../lib/go';
import { ConnectionError } from '../lib/http';
import { settle } from '../payment/confirm';
import { readHash } from '../payment/confirmationHash';
import { PaymentError } from '../payment/paymentErrors';
import { checkAffirmed } from './affirmed';
import { type Calls, ExpressRefusal, findForm, type Told } from './expressCalls';
import { placeExpressOrder } from './placeExpressOrder';

/** Milliseconds. The wallet opens within a second of the click, or not at all. */
const AT_CLICK = 700;
const AFTER_CLICK = 10_000;
const LATE = Symbol('late');

// The card provider's WooCommerce plugin says the same.
const NOT_ADDED = 'There was an error adding the product to the cart.';
const NOT_PROCESSED = 'There was a problem processing the order.';
const LOG_IN = 'Please log in before you pay with a wallet.';
const CHANGED = 'The total has changed. Nothing was charged: please open the wallet again.';
const PENDING = { id: 'pending', displayName: 'Pending', amount: 0 };

interface Parts {
  stripe: Stripe;
  elements: StripeElements;
  calls: Calls;
}

type Failure = NonNullable<Parameters<StripeExpressCheckoutElementConfirmEvent['paymentFailed']>[0]>;
type Answerable = StripeExpressCheckoutElementShippingAddressChangeEvent;

/**
 * What happens between the press of a button and the order. The sheet shows what the store told last, and the order
 * names it; whatever goes wrong is said beside the buttons as well, where it stays when the sheet closes.
 */
export function createSheet(section: HTMLElement, page: ExpressButtons, { stripe, elements, calls }: Parts) {
  let opening: Promise<Told> = Promise.reject(new ExpressRefusal(''));
  opening.catch(() => undefined);
  /** What the sheet shows; null until the store has told it. */
  let shown: Told | null = null;
  let paying = false;
  let changes = 0;
  let quantityProblem = '';

  /** What the shopper is told of an error. Whatever is not known is not shown, but reported. */
  const wordsOf = (error: unknown, otherwise: string) => {
    const known = error instanceof ExpressRefusal || error instanceof ConnectionError || error instanceof PaymentError;
    if (!known) calls.report(error);
    return (known && error.message) || otherwise;
  };
  const say = (text: string, link = '') => {
    const place = section.querySelector<HTMLElement>('[role="alert"]');
    place?.replaceChildren(text);
    if (!link || !place) return;
    const anchor = Object.assign(document.createElement('a'), { href: link, textContent: 'Log in' });
    place.append(' ', anchor);
  };
  const show = (told: Told, fallback: Told['rates'] = []) => {
    elements.update({ amount: told.amount });
    shown = { ...told, rates: told.rates.length > 0 ? told.rates : fallback };
    return told.items.map(({ label, amount }) => ({ name: label, amount }));
  };

  /** Say once what was wrong with the quantity that was typed; it is another one now. */
  const refusesQuantity = () => {
    const field = findForm()?.querySelector<HTMLInputElement>('[name="quantity"][aria-invalid]');
    const words = document.getElementById(field?.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
    const isNew = words !== quantityProblem;
    quantityProblem = words;
    if (!words || !isNew) return false;
    say(words);
    field?.focus();
    return true;
  };

  const click = async (event: StripeExpressCheckoutElementClickEvent) => {
    const refuse = event.reject ?? (() => undefined);
    if (paying) return refuse();
    say('');
    if (section.dataset.obstacle) {
      say(section.dataset.obstacle);
      return refuse();
    }
    if (page.place === 'product' && refusesQuantity()) return refuse();
    if (page.login_url && !cookie('vintner_customer')) {
      say(LOG_IN, page.login_url);
      section.querySelector<HTMLElement>('[role="alert"] a')?.focus();
      return refuse();
    }
    if (!checkAffirmed(section, page)) return refuse();
    shown = null;
    calls.state.isReported = false;
    calls.state.wallet = event.expressPaymentType;
    opening = calls.open();
    try {
      const told = await within(opening, AT_CLICK);
      const shipped = told === LATE ? page.needs_shipping : told.shipped;
      if (told === LATE) elements.update({ amount: page.amount });
      event.resolve({
        business: { name: page.label },
        emailRequired: !page.order,
        phoneNumberRequired: !page.order,
        lineItems: told === LATE ? [] : show(told),
        shippingAddressRequired: shipped,
        ...(shipped ? { allowedShippingCountries: page.countries, shippingRates: [PENDING] } : {}),
      });
    } catch (error) {
      say(wordsOf(error, NOT_ADDED));
      refuse();
    }
  };

  /** Answer a change in the sheet by what the store says to it; a change that came later has the word. */
  const change = async (
    event: Pick<Answerable, 'resolve' | 'reject'>,
    ask: () => Promise<Told>,
    keepsRates: boolean,
  ) => {
    changes += 1;
    const own = changes;
    try {
      if ((await within(opening, AFTER_CLICK)) === LATE) throw new ExpressRefusal(NOT_ADDED);
      const told = await ask();
      if (own !== changes) return event.reject();
      say(told.notice);
      const rates = keepsRates ? (shown?.rates ?? []) : told.rates;
      event.resolve({ lineItems: show(told, rates), ...(keepsRates ? {} : { shippingRates: rates }) });
    } catch (error) {
      say(wordsOf(error, NOT_PROCESSED));
      event.reject();
    }
  };
  const changeAddress = (event: Answerable) => change(event, () => calls.sendTo(event.address), false);
  const changeRate = (event: StripeExpressCheckoutElementShippingRateChangeEvent) => {
    const { id } = event.shippingRate;
    const known = shown?.rates.some((rate) => rate.id === id);
    const unknown = () => Promise.reject(new ExpressRefusal(`Unknown shipping option "${id}".`));
    return change(event, known ? () => calls.shipBy(id) : unknown, true);
  };

  const confirm = async (event: StripeExpressCheckoutElementConfirmEvent) => {
    if (paying) return;
    paying = true;
    say('');
    let redirect = '';
    try {
      redirect = await pay(event);
      await goOn(redirect);
    } catch (error) {
      const message = wordsOf(error, NOT_PROCESSED);
      say(message);
      const reason = error instanceof ExpressRefusal ? (error.reason as NonNullable<Failure['reason']>) : 'fail';
      if (!redirect) event.paymentFailed({ reason, message });
      paying = false;
    }
  };
  /** Place the order for the very amount that the sheet shows. */
  const pay = async (event: StripeExpressCheckoutElementConfirmEvent): Promise<string> => {
    const told = shown ?? (await within(opening, AFTER_CLICK));
    if (told === LATE) throw new ExpressRefusal(NOT_ADDED);
    if (!shown && told.amount !== page.amount) throw new ExpressRefusal(CHANGED);
    const submitted = await elements.submit();
    if (submitted.error) throw new ExpressRefusal(submitted.error.message ?? '', 'invalid_payment_data');
    const { error, confirmationToken } = await stripe.createConfirmationToken({
      elements,
      params: { return_url: window.location.href },
    });
    if (error) throw new ExpressRefusal(error.message ?? '', 'invalid_payment_data');
    return placeExpressOrder(section, page, calls, { confirmed: event, told, token: confirmationToken.id });
  };
  /** Follow the order to its receipt, by way of the bank's question where it has one. */
  const goOn = async (redirect: string) => {
    const pending = readHash(redirect);
    const url = pending ? await settle(stripe, pending, settling(page, calls.state.token)) : redirect;
    if (!url) throw new ExpressRefusal('');
    browser.go(url);
  };

  const cancel = () => {
    changes += 1;
    shown = null;
    void opening.then(calls.clear, calls.clear);
  };
  window.addEventListener('pageshow', () => {
    paying = false; // who comes back from the bank's page can pay again
  });
  return { click, changeAddress, changeRate, confirm, cancel };
}

/** Wait for an answer, but not longer than that. */
function within<Thing>(answer: Promise<Thing>, milliseconds: number): Promise<Thing | typeof LATE> {
  return new Promise((resolve, reject) => {
    const timer = window.setTimeout(() => resolve(LATE), milliseconds);
    answer.then(resolve, reject).finally(() => window.clearTimeout(timer));
  });
}

/** What seeing a payment through needs of a page. */
function settling({ ajax_url }: ExpressButtons, nonce: string) {
  return {
    ...{ ajax_url, gatewayId: 'stripe', orderId: 0, theme_name: '', messages: {}, orderReceivedURL: '' },
    ...{ createSetupIntentNonce: nonce, createPaymentIntentNonce: nonce, updatePaymentIntentNonce: nonce },
    ...{ updateFailedOrderNonce: nonce, saveAppearanceNonce: nonce, genericErrorMessage: NOT_PROCESSED },
  };
}
