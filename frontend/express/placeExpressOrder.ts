import type { StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js';
import type { ExpressButtons } from '../generated/pages';
import { sendJson } from '../lib/http';
import { readAffirmed } from './affirmed';
import { type Addresses, type Calls, ExpressRefusal, type Told } from './expressCalls';

const ORDERS = '/wp-json/wc/store/v1/checkout';

interface Placed {
  payment_result: {
    payment_status: string;
    redirect_url: string;
    payment_details: { key: string; value: string }[];
  } | null;
}

interface Problem {
  code: string;
  message: string;
  data?: { reason?: string; params?: Record<string, string> };
}

/** What the shopper agreed to in the sheet. */
export type Confirmed = Pick<
  StripeExpressCheckoutElementConfirmEvent,
  'billingDetails' | 'shippingAddress' | 'shippingRate' | 'expressPaymentType'
>;

/** Send the order. Returns where it goes on: an address, or a hash. Throws ExpressRefusal or ConnectionError. */
export async function placeExpressOrder(
  section: HTMLElement,
  page: ExpressButtons,
  calls: Calls,
  { confirmed, told, token }: { confirmed: Confirmed; told: Told; token: string },
): Promise<string> {
  const { order } = page;
  const asked = readAddresses(confirmed);
  const addresses = order ? null : await calls.normalize(asked);
  const nonce = calls.state.token;
  const { status, answer, headers } = await sendJson<Placed | Problem>(
    'POST',
    order ? `${ORDERS}/${order.id}` : ORDERS,
    {
      ...(order ? { key: order.key, billing_email: order.billing_email } : {}),
      ...(addresses && {
        billing_address: addresses.billing_address,
        shipping_address: { ...addresses.shipping_address, method: [confirmed.shippingRate?.id ?? ''].filter(Boolean) },
        customer_note: document.querySelector<HTMLTextAreaElement>('[name="order_comments"]')?.value ?? '',
        additional_fields: {},
      }),
      payment_method: 'stripe',
      payment_data: paymentData(confirmed.expressPaymentType, token),
      extensions: {
        vintner: {
          ...(addresses && readGift()),
          ...readAffirmed(section, page),
          sheet_quote: told.quote.id,
          sheet_hash: told.quote.hash,
        },
      },
    },
    {
      Nonce: nonce,
      'X-WCSTRIPE-EXPRESS-CHECKOUT': 'true',
      'X-WCSTRIPE-EXPRESS-CHECKOUT-NONCE': nonce,
      ...(calls.state.cartToken ? { 'Cart-Token': calls.state.cartToken } : {}),
    },
  );
  calls.state.token = headers.get('Nonce') ?? calls.state.token;
  if (status >= 400) throw readRefusal(answer as Problem);
  return readRedirect(answer as Placed);
}

/** Return what the form of a checkout says of a gift; nothing on pages without one. */
function readGift(): Record<string, string> {
  const fields = document.querySelectorAll<HTMLInputElement>('[name="is_gift"], [name^="gift_"]');
  const told = [...fields].filter(({ type, checked }) => type !== 'checkbox' || checked);
  return Object.fromEntries(told.map(({ name, value }) => [name, value]));
}

function paymentData(wallet: string, token: string) {
  return Object.entries({
    payment_method: 'stripe',
    'wc-stripe-payment-method': '',
    'wc-stripe-confirmation-token': token,
    express_payment_type: wallet,
    'wc-stripe-is-deferred-intent': true,
  }).map(([key, value]) => ({ key, value }));
}

function readRefusal({ code, message, data }: Problem): ExpressRefusal {
  const faults = code === 'rest_invalid_param' ? Object.values(data?.params ?? {}) : [];
  return new ExpressRefusal(faults.join('\n') || message, data?.reason);
}

function readRedirect({ payment_result }: Placed): string {
  const details = payment_result?.payment_details ?? [];
  const of = (name: string) => details.find(({ key }) => key === name)?.value ?? '';
  const redirect = payment_result?.redirect_url || of('redirect');
  if (!redirect) throw new ExpressRefusal(of('errorMessage'));
  return redirect;
}

/** Return both addresses in the store's shape. What is not sent anywhere has the payer's twice. */
function readAddresses({ billingDetails, shippingAddress }: Confirmed): Addresses {
  const { email = '', phone = '' } = billingDetails ?? {};
  const billing = billingDetails && readAddress(billingDetails);
  const shipping = shippingAddress ? readAddress(shippingAddress) : billing;
  return {
    billing_address: { ...(billing ?? shipping), email, phone },
    shipping_address: { ...shipping, phone },
  };
}

function readAddress({ name, address }: NonNullable<Confirmed['shippingAddress']>): Record<string, string> {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  return {
    first_name: first,
    last_name: rest.join(' '),
    company: '',
    address_1: address.line1 ?? '',
    address_2: address.line2 ?? '',
    city: address.city ?? '',
    state: address.state ?? '',
    postcode: address.postal_code ?? '',
    country: address.country ?? '',
  };
}
