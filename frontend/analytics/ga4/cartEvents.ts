import type { MiniCart } from '../../generated/pages';
import { latest, listen } from '../../lib/sections';
import { isAllowed, sendEvent } from './dataLayer';
import { addPending, makeCheckout } from './pending';

const CHECKOUT = 'a[href="/checkout/"]';

/** Bottles by variation, null while the page does not know its cart. */
let bottles: Map<number, number> | null = null;
/** The event of a press on “Checkout”, ready before it: the page is left at once, and the next one has no tag. */
let ready: [string, object] | null = null;

/** Report what comes into the cart and leaves it, and presses on “Checkout”. */
export function watchCart(onCartPage: boolean): void {
  bottles = countBottles();
  listen('MiniCart', () => {
    reportChanges();
    ready = null;
    cart++;
    if (onCartPage) void prepare();
  });
  // A page out of the browser's memory finds a cart that other pages have reported.
  window.addEventListener('pagehide', () => {
    bottles = ready = null;
    cart++;
  });
  for (const event of ['pointerover', 'pointerdown', 'focusin'])
    document.addEventListener(event, ({ target }) => {
      if (!ready && isCheckout(target)) void prepare();
    });
  document.addEventListener('click', ({ target }) => isCheckout(target) && reportCheckout(), { capture: true });
  if (onCartPage) void prepare();
}

function reportChanges(): void {
  const before = bottles;
  bottles = countBottles();
  // Another window has made the change, and reports it.
  if (!before || !bottles || !document.hasFocus()) return;
  const changes = [];
  for (const id of new Set([...before.keys(), ...bottles.keys()])) {
    const quantity = (bottles.get(id) ?? 0) - (before.get(id) ?? 0);
    if (quantity !== 0) changes.push({ kind: 'change', id, quantity } as const);
  }
  if (changes.length > 0) addPending(...changes);
}

/** Gifts come and go with what they are given for, and are no choice of the shopper's. */
function countBottles(): Map<number, number> | null {
  const section = latest.get('MiniCart') as MiniCart | undefined;
  if (!section) return null;
  const counts = new Map<number, number>();
  for (const { variation_id: id, quantity, given } of section.lines)
    if (!given) counts.set(id, (counts.get(id) ?? 0) + quantity);
  return counts;
}

/** The number of the cart that is being read; an answer about an older one does not count. */
let cart = 0;
let reading = -1;

async function prepare(): Promise<void> {
  if (!isAllowed() || reading === cart) return;
  const asked = cart;
  reading = asked;
  const event = await makeCheckout().catch(() => null);
  if (asked !== cart) return;
  reading = -1;
  ready = event;
}

function reportCheckout(): void {
  if (ready) sendEvent(ready[0], { ...ready[1], transport_type: 'beacon' });
  else addPending({ kind: 'checkout' });
}

function isCheckout(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(CHECKOUT) !== null;
}
