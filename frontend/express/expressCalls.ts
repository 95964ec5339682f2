import type { ExpressCheckoutPartialAddress } from '@stripe/stripe-js';
import type { ExpressButtons } from '../generated/pages';
import { createQueue, type Fields, postForm } from '../lib/http';
import { readAffirmed } from './affirmed';

/** An amount of the sheet, in minor units. What is taken off is below zero. */
interface DisplayItem {
  label: string;
  amount: number;
}

/** What the store says that a purchase costs, and under which name it remembers that. */
export interface Told {
  amount: number;
  items: DisplayItem[];
  quote: { id: string; hash: string };
  rates: { id: string; displayName: string; amount: number; deliveryEstimate?: string }[];
  /** Whether something is sent somewhere. */
  shipped: boolean;
  /** What the shopper should know of the address: why there is only a pickup, or that the wine waits for the weather. */
  notice: string;
}

interface Amounts {
  displayItems?: DisplayItem[];
  total?: { amount: number };
}

/** The answers of the calls (docs/behaviour/express.md#calls). */
interface Answer extends Amounts {
  result?: string;
  success?: boolean;
  message?: string;
  data?: { message?: string };
  quote?: Told['quote'];
  shipping_options?: Told['rates'];
  shipping_required?: boolean;
  order_data?: Amounts;
  cart_token?: string;
}

export type Addresses = Record<'billing_address' | 'shipping_address', Record<string, string>>;

/** The store said no. The message is for the shopper, '' where it gave none. */
export class ExpressRefusal extends Error {
  /** By what name the wallet knows the reason. */
  readonly reason: string;

  constructor(message: string, reason = 'fail') {
    super(message);
    this.reason = reason;
  }
}

/** The calls of one page's buttons, one after another. They throw ExpressRefusal or ConnectionError. */
export function createCalls(section: HTMLElement, page: ExpressButtons) {
  const queue = createQueue();
  const isProduct = page.place === 'product';
  const state = { token: '', cartToken: '', wallet: '', isReported: false };

  const send = (name: string, fields: Fields) => {
    const url = page.ajax_url.replace('%%endpoint%%', `wc_stripe_${name}`);
    const sent = new URLSearchParams(fields);
    for (const [key, value] of Object.entries({ ...readAffirmed(section, page), place: page.place })) {
      sent.set(key, value);
    }
    if (isProduct) {
      sent.set('is_product_page', 'true');
      sent.set('cart_token', state.cartToken); // other tabs have carts of their own
    }
    sent.set('express_payment_type', state.wallet);
    return queue(async () => {
      state.token ||= readToken() || (await fetchToken());
      let answer = await postForm(url, withToken(sent));
      const renewed = answer.text.trim() === '-1' && answer.headers.get('Nonce');
      if (renewed) {
        state.token = renewed;
        answer = await postForm(url, withToken(sent));
      }
      return answer.text;
    });
  };
  const withToken = (fields: URLSearchParams) => {
    fields.set('security', state.token);
    return fields;
  };

  const ask = async (name: string, fields: Fields): Promise<Told> => {
    const answer = parse(await send(name, fields));
    const { displayItems, total } = answer.order_data ?? answer;
    if (answer.cart_token) state.cartToken = answer.cart_token;
    if (!answer.quote || !total || !displayItems) {
      const { result, message, data } = answer;
      throw new ExpressRefusal(message ?? data?.message ?? '', result === 'fail' ? 'fail' : 'address_unserviceable');
    }
    return {
      amount: total.amount,
      items: displayItems,
      quote: answer.quote,
      rates: answer.shipping_options ?? [],
      shipped: answer.shipping_required ?? page.needs_shipping,
      notice: answer.message ?? '',
    };
  };
  return {
    state,
    /** What the page sells costs now. A product page's choice is put into a cart of its own. */
    open: (): Promise<Told> => {
      if (isProduct) return ask('add_to_cart', readChoice());
      const { id = '', key = '', billing_email = '' } = page.order ?? {};
      return ask('get_cart_details', page.order ? { order_id: String(id), key, billing_email } : {});
    },
    sendTo: ({ country, state: region, postal_code, city }: ExpressCheckoutPartialAddress) =>
      ask('get_shipping_options', {
        ...{ country, state: region, postcode: postal_code, city, address: '', address_2: '' },
      }),
    shipBy: (rate: string) => ask('update_shipping_method', { 'shipping_method[]': rate }),
    /** Tell the store of an error that nobody expected; once, until `isReported` is taken back. */
    report: (error: unknown) => {
      if (state.isReported) return;
      state.isReported = true;
      const { name, type, message } = Object(error);
      send('log_errors', { errors: `${page.place}: ${name ?? type}: ${message}`.slice(0, 500) }).catch(() => '');
    },
    /** Give up what a product page had put into its cart. */
    clear: () => (isProduct ? send('clear_cart', {}).catch(() => '') : Promise.resolve('')),
    normalize: async (addresses: Addresses): Promise<Addresses> => {
      const fields = new URLSearchParams();
      for (const [group, parts] of Object.entries(addresses)) {
        for (const [part, value] of Object.entries(parts)) fields.set(`data[${group}][${part}]`, value);
      }
      const { billing_address, shipping_address } = parse(
        await send('normalize_address', fields),
      ) as Partial<Addresses>;
      return {
        billing_address: { ...addresses.billing_address, ...billing_address },
        shipping_address: { ...addresses.shipping_address, ...shipping_address },
      };
    },
  };
}

export type Calls = ReturnType<typeof createCalls>;

function parse(text: string): Answer & Partial<Addresses> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** The token of the page's forms; pages that are the same for all have none. */
function readToken(): string {
  return document.querySelector<HTMLInputElement>('[name="csrfmiddlewaretoken"]')?.value ?? '';
}

/** The visitor's token, as the Store API's cart answers it; '' if it cannot be asked, which a call then tells. */
async function fetchToken(): Promise<string> {
  try {
    return (await fetch('/wp-json/wc/store/v1/cart', { credentials: 'same-origin' })).headers.get('Nonce') ?? '';
  } catch {
    return '';
  }
}

/** The form of a product page. */
export const findForm = () => document.querySelector<HTMLInputElement>('[name="add-to-cart"]')?.form;

/** What is chosen in it. */
function readChoice(): URLSearchParams {
  const fields = new URLSearchParams();
  const form = findForm();
  for (const [name, value] of new FormData(form ?? undefined)) {
    if (name === 'quantity') fields.set('qty', String(value));
    else if (name.startsWith('attribute_')) fields.set(`attributes[${name}]`, String(value));
    else if (name === 'product_id' || name === 'variation_id') fields.set(name, String(value));
  }
  return fields;
}
