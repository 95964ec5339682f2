import type {
  ChangeResolveDetails,
  ClickResolveDetails,
  LineItem,
  ShippingRate,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js';
import type { Shown } from '../../express/messages.ts';
import { IntegrationError } from '../origin.ts';

type Names<T> = Record<keyof Required<T>, true>;

/** What the element's options and the answers to its events may hold; the compiler compares the lists with Stripe's types. */
const OPTIONS: Names<StripeExpressCheckoutElementOptions> = {
  allowedShippingCountries: true,
  applePay: true,
  billingAddressRequired: true,
  business: true,
  buttonHeight: true,
  buttonTheme: true,
  buttonType: true,
  emailRequired: true,
  layout: true,
  lineItems: true,
  paymentMethodOrder: true,
  paymentMethods: true,
  phoneNumberRequired: true,
  shippingAddressRequired: true,
  shippingRates: true,
  wallets: true,
};
const CLICK: Names<ClickResolveDetails> = {
  allowedShippingCountries: true,
  applePay: true,
  billingAddressRequired: true,
  business: true,
  emailRequired: true,
  lineItems: true,
  phoneNumberRequired: true,
  shippingAddressRequired: true,
  shippingRates: true,
};
const CHANGE: Names<ChangeResolveDetails> = { applePay: true, lineItems: true, shippingRates: true };
const LEAST_HEIGHT = 40;
const MOST_HEIGHT = 55;
/** A line item with one of these words is taken for the shipping, if its amount is the rate's. */
const SHIPPING = /ship|deliver|freight|postage/i;

export function checkOptions(options: StripeExpressCheckoutElementOptions): void {
  refuseUnknown("elements.create('expressCheckout')", options, OPTIONS);
  const { buttonHeight: height, layout } = options;
  if (height !== undefined && !(height >= LEAST_HEIGHT && height <= MOST_HEIGHT)) {
    throw new IntegrationError(`buttonHeight must be ${LEAST_HEIGHT} to ${MOST_HEIGHT} pixels, but it is ${height}.`);
  }
  if (layout?.overflow === 'never' && layout.maxRows) {
    throw new IntegrationError("layout.maxRows must be 0 when layout.overflow is 'never'.");
  }
}

export function checkClick(details: ClickResolveDetails): void {
  refuseUnknown('The click event: resolve()', details, CLICK);
}

export function checkChange(event: string, details: ChangeResolveDetails): void {
  refuseUnknown(`The ${event} event: resolve()`, details, CHANGE);
}

/** Refuse what a sheet can't show: wrong amounts, rates with one id, items that cost more than the whole. */
export function checkShown({ amount, lineItems, shippingRates }: Shown, chosen: string, ships: boolean): void {
  for (const item of lineItems) checkItem(item);
  const ids = new Set<string>();
  for (const rate of shippingRates) {
    checkRate(rate);
    if (ids.has(rate.id)) throw new IntegrationError(`Two shippingRates have the id ${rate.id}: each needs its own.`);
    ids.add(rate.id);
  }
  if (ships && shippingRates.length === 0) {
    throw new IntegrationError('shippingRates must hold at least one rate when shippingAddressRequired is true.');
  }
  checkSum(amount, lineItems, ships ? shippingRates.find(({ id }) => id === chosen) : undefined);
}

function checkItem({ name, amount }: LineItem): void {
  if (typeof name !== 'string' || !Number.isInteger(amount)) {
    throw new IntegrationError('Each of the lineItems needs a name and a whole amount in minor units.');
  }
}

function checkRate({ id, displayName, amount }: ShippingRate): void {
  if (!id || typeof displayName !== 'string' || !Number.isInteger(amount) || amount < 0) {
    throw new IntegrationError('Each of the shippingRates needs an id, a displayName and an amount of 0 or more.');
  }
}

function checkSum(amount: number, lineItems: LineItem[], rate: ShippingRate | undefined): void {
  const sum = lineItems.reduce((total, item) => total + item.amount, 0);
  const among = lineItems.some(
    (item) => item.amount === rate?.amount && (SHIPPING.test(item.name) || item.name === rate.displayName),
  );
  const due = sum + (among || lineItems.length === 0 ? 0 : (rate?.amount ?? 0));
  if (due > amount) {
    throw new IntegrationError(
      `The amount ${amount} is less than the ${due} of the lineItems and the chosen shipping rate. Call ` +
        'elements.update({amount}) before resolve().',
    );
  }
}

function refuseUnknown(where: string, given: object, known: Record<string, true>): void {
  const unknown = Object.keys(given).find((name) => !(name in known));
  if (unknown) throw new IntegrationError(`${where} knows no ${unknown}.`);
}
