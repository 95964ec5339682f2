import { announceCart } from '../lib/announce';
import { createQueue, type Fields, post } from '../lib/http';
import { applyFragments, type Fragments, SECTIONS } from '../lib/sections';
import { saveCartCopy } from './cartCopy';

/** The store's answer to a change of the cart (docs/behaviour/cart.md#pages-and-cookies-for-caches). */
export interface CartAnswer {
  fragments?: Fragments;
  cart_hash?: string;
  /** True when a wine could not be added; the popup's calls give the reason as HTML, and in `message` as plain text. */
  error?: boolean | string;
  message?: string;
  product_url?: string | false;
  /** Where to go on, in a store that displays the cart after each adding. */
  cart_url?: string;
}

/** Cart requests go out one after another, so that the last answer is the newest state. */
const queue = createQueue();

/** Add a wine. `data` are the data attributes of its button, sent as they stand. Throws ConnectionError. */
export async function addToCart(data: Fields, name: string): Promise<CartAnswer> {
  const answer = await changeCart('/?wc-ajax=add_to_cart', data);
  if (answer.fragments) announceCart(`${name} was added to your cart.`);
  return answer;
}

/** Fetch what the header shows of the cart. Throws ConnectionError. */
export function refreshCart(): Promise<CartAnswer> {
  return changeCart('/?wc-ajax=get_refreshed_fragments', { time: String(Date.now()) });
}

/** Send a change, after those before it, and show the cart that is answered everywhere. Throws ConnectionError. */
export function changeCart(url: string, fields: Fields): Promise<CartAnswer> {
  return queue(async () => {
    const answer = await post<CartAnswer>(url, fields, { accept: SECTIONS });
    if (answer.fragments) {
      applyFragments(answer.fragments);
      saveCartCopy(answer.fragments, answer.cart_hash ?? '');
    }
    return answer;
  });
}

/** Return why the store refused; empty when it did not. */
export function refusalOf({ error, message }: CartAnswer): string {
  return error ? (message ?? 'Something went wrong') : '';
}
