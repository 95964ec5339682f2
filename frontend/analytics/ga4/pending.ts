import { isAllowed, sendEvent } from './dataLayer';
import { makeChangePayload, makeCheckoutPayload, makeItemId } from './items';
import { fetchBottles, fetchBySlug, fetchCart } from './storeApi';

/** What happened, before its event is complete. The page may be left meanwhile: the next one of this tab goes on. */
export type Pending =
  | { kind: 'change'; id: number; quantity: number }
  | { kind: 'select'; slug: string }
  | { kind: 'checkout' };

const KEY = 'vintner.ga4';
const MOST = 20;

let working = false;

export function addPending(...added: Pending[]): void {
  if (!isAllowed()) return;
  write([...read(), ...added].slice(0, MOST));
  void sendPending();
}

export function forgetPending(): void {
  write([]);
}

/** Complete and send them one after another. What cannot be read now waits for the next page. */
export async function sendPending(): Promise<void> {
  if (working) return;
  working = true;
  try {
    for (let next = read()[0]; next && isAllowed(); next = read()[0]) {
      const event = await complete(next);
      write(read().slice(1));
      if (event) sendEvent(...event);
    }
  } catch {
    // The server does not answer, or the page is being left.
  } finally {
    working = false;
  }
}

async function complete(pending: Pending): Promise<[name: string, payload: object] | null> {
  if (pending.kind === 'select') {
    const { sku, id } = await fetchBySlug(pending.slug);
    return makeSelection(sku, id);
  }
  if (pending.kind === 'checkout') return makeCheckout();
  const bottle = (await fetchBottles([pending.id])).get(pending.id);
  if (!bottle) return null;
  const { quantity } = pending;
  return [quantity > 0 ? 'add_to_cart' : 'remove_from_cart', makeChangePayload(bottle, Math.abs(quantity))];
}

export function makeSelection(sku: string, id: number): [string, object] {
  return ['select_content', { content_type: 'product', content_id: makeItemId(sku, id) }];
}

/** The way to the checkout with the cart as it is now; nothing if it is empty. Throws ConnectionError. */
export async function makeCheckout(): Promise<[string, object] | null> {
  const cart = await fetchCart();
  if (cart.items.length === 0) return null;
  const bottles = await fetchBottles(cart.items.map(({ id }) => id));
  return ['begin_checkout', { ...makeCheckoutPayload(cart, bottles) }];
}

function read(): Pending[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Pending[];
  } catch {
    return memory;
  }
}

let memory: Pending[] = [];

function write(pending: Pending[]): void {
  memory = pending;
  try {
    if (pending.length > 0) sessionStorage.setItem(KEY, JSON.stringify(pending));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden: this page alone knows.
  }
}
