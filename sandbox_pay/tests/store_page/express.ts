import type {
  ClickResolveDetails,
  LineItem,
  ShippingRate,
  Stripe,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js';
import { ask } from './flows.ts';

/** A product page, boiled down: the express checkout element by the published types. */
const query = new URLSearchParams(location.search);
const WINE = 1999;
const RATES: ShippingRate[] = [
  { id: 'ground', displayName: 'Ground', amount: 500, deliveryEstimate: '3 to 5 days' },
  {
    id: 'air',
    displayName: 'Air',
    amount: 1500,
    deliveryEstimate: { minimum: { unit: 'business_day', value: 1 }, maximum: { unit: 'business_day', value: 2 } },
  },
];
const COUNTRIES = ['US', 'CA'];
const RETURN_URL = `${location.origin}/thanks`;

/** Events and outcomes in their order, for the tests to read. */
const log = document.createElement('ol');
log.id = 'log';

function note(text: string): void {
  const line = document.createElement('li');
  line.textContent = text;
  log.append(line);
}

function itemsWith(rate: ShippingRate): LineItem[] {
  return [
    { name: 'Wine', amount: WINE },
    { name: 'Shipping', amount: rate.amount },
  ];
}

/** Run `answer`, and note what the provider's script throws at the store. */
function noting(answer: () => void): void {
  try {
    answer();
  } catch (problem) {
    note(problem instanceof Error ? `${problem.name}: ${problem.message}` : String(problem));
  }
}

export function startExpress(stripe: Stripe): void {
  const options: StripeExpressCheckoutElementOptions = JSON.parse(query.get('options') ?? '{}');
  const ships = !query.has('digital');
  const elements = stripe.elements({ mode: 'payment', amount: WINE, currency: 'usd' });
  const express = elements.create('expressCheckout', options);
  let amount = WINE;
  const charge = (now: number): void => {
    amount = now;
    if (!query.has('stale')) void elements.update({ amount });
  };

  express.on('ready', ({ availablePaymentMethods: found }) => {
    const here = Object.entries(found ?? { none: true }).filter(([, yes]) => yes);
    note(`ready ${here.map(([name]) => name).join(' ')}`);
  });
  express.on('click', ({ expressPaymentType, resolve, reject }) => {
    note(`click ${expressPaymentType}`);
    const details: ClickResolveDetails = {
      lineItems: [{ name: 'Wine', amount: WINE }],
      shippingRates: [{ id: 'pending', displayName: 'Pending', amount: 0 }],
      allowedShippingCountries: COUNTRIES,
      shippingAddressRequired: ships,
      emailRequired: true,
      phoneNumberRequired: true,
      business: { name: 'Vintner' },
      ...JSON.parse(query.get('click') ?? '{}'),
    };
    if (query.has('reject')) reject();
    else if (query.has('late')) setTimeout(() => noting(() => resolve(details)), 1500);
    else noting(() => resolve(details));
    if (query.has('again')) noting(() => resolve(details));
  });
  express.on('shippingaddresschange', ({ name, address, resolve, reject }) => {
    const { city, state, postal_code, country, ...streets } = address;
    note(`address ${name}, ${city}, ${state} ${postal_code}, ${country}${Object.keys(streets).join(' ')}`);
    if (query.has('silent')) {
      Object.assign(window, { answerNow: () => noting(() => resolve({})) });
      return;
    }
    if (state === 'UT') return reject();
    const [first = RATES[0] as ShippingRate] = RATES;
    charge(WINE + first.amount);
    const shippingRates = query.has('twice') ? [first, first] : RATES;
    noting(() => resolve({ lineItems: itemsWith(first), shippingRates }));
  });
  express.on('shippingratechange', ({ shippingRate, resolve, reject }) => {
    note(`rate ${shippingRate.id}`);
    if (query.has('ground')) return reject();
    charge(WINE + shippingRate.amount);
    noting(() => resolve({ lineItems: itemsWith(shippingRate) }));
  });
  express.on('confirm', (event) => {
    const { billingDetails, shippingAddress, shippingRate } = event;
    note(`confirm ${billingDetails?.email} ${shippingAddress?.address.line1} ${shippingRate?.id}`);
    if (!query.has('stuck'))
      void pay(event).then(note, (problem: Error) => note(`${problem.name}: ${problem.message}`));
  });
  express.on('cancel', () => note('cancel'));
  express.on('escape', () => note('escape'));
  express.on('loaderror', ({ error }) => note(`loaderror ${error.type}`));
  express.on('availablepaymentmethodschange', ({ paymentMethods }) => {
    note(`available ${Object.values(paymentMethods ?? {}).filter((each) => each?.available).length}`);
  });

  async function pay(event: StripeExpressCheckoutElementConfirmEvent): Promise<string> {
    const { error: wrong } = query.has('unsubmitted') ? {} : await elements.submit();
    if (wrong) return `not submitted: ${wrong.message}`;
    const { error, confirmationToken } = await stripe.createConfirmationToken({
      elements,
      params: { return_url: RETURN_URL },
    });
    if (error) {
      event.paymentFailed({ reason: 'fail' });
      return `no token: ${error.type}`;
    }
    const { payment_method_preview: preview, shipping } = confirmationToken;
    note(`token ${preview.type} ${preview.card?.wallet?.type} ${shipping?.address?.postal_code}`);
    const answer = await ask('/pay', {
      type: preview.type,
      confirmation_token: confirmationToken.id,
      amount: query.get('asked') ?? String(amount),
    });
    if (answer.error) {
      event.paymentFailed({ reason: 'invalid_payment_data', message: `The bank says: ${answer.error}` });
      return answer.error;
    }
    if (answer.status !== 'requires_action') return `${answer.status}`;
    const next = await stripe.handleNextAction({ clientSecret: answer.client_secret ?? '' });
    if (next.error) event.paymentFailed();
    return next.error?.code ?? `${next.paymentIntent?.status} after the question`;
  }

  const place = document.createElement('div');
  place.id = 'express';
  document.getElementById('store')?.append(place, log);
  express.mount(place);
  Object.assign(window, { elements, express });
}
