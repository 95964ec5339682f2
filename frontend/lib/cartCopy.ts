import { EMPTY_CART } from './bottles';
import { refreshCart } from './cart';
import { cookie } from './cookies';
import { applyFragments, type Fragments, setSection } from './sections';

/** Under which name the copy is kept. */
export const CART_COPY = 'vintner.cart';
const LIFETIME = 24 * 60 * 60 * 1000; // spec 9, timing: cart fragments lifetime and refresh

interface Copy {
  fragments: Fragments;
  hash: string;
  expires: number;
}

/** Keep the last cart answer for the next page and the other tabs, so that they need not ask again. */
export function saveCartCopy(fragments: Fragments, hash: string): void {
  const copy: Copy = { fragments, hash, expires: Date.now() + LIFETIME };
  try {
    localStorage.setItem(CART_COPY, JSON.stringify(copy));
  } catch {
    // Storage is full or forbidden: the next page asks the store.
  }
}

/**
 * Fill the cart now, when the page comes back from the browser's cache, when another tab changes it, and every 24 hours.
 */
export function keepCartFresh(): () => void {
  showCart();
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted) showCart();
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key === CART_COPY) showCart();
  };
  const timer = window.setInterval(showCart, LIFETIME);
  window.addEventListener('pageshow', onShow);
  window.addEventListener('storage', onStorage);
  return () => {
    window.clearInterval(timer);
    window.removeEventListener('pageshow', onShow);
    window.removeEventListener('storage', onStorage);
  };
}

/** Pages say nothing about the visitor; the cookies tell whether there is a cart, and which state of it. */
function showCart(): void {
  if (!cookie('woocommerce_items_in_cart')) {
    forget();
    setSection('MiniCart', EMPTY_CART);
    setSection('CartPopup', { ...EMPTY_CART, notice: '' });
    return;
  }
  const copy = read();
  if (copy && copy.hash === cookie('woocommerce_cart_hash')) applyFragments(copy.fragments);
  else refreshCart().catch(() => undefined); // the link to the cart works without a count
}

function read(): Copy | null {
  try {
    const copy = JSON.parse(localStorage.getItem(CART_COPY) ?? 'null') as Copy | null;
    if (copy && copy.expires > Date.now()) return copy;
  } catch {
    // Unreadable counts as absent.
  }
  forget();
  return null;
}

function forget(): void {
  try {
    localStorage.removeItem(CART_COPY);
  } catch {
    // Storage is forbidden: there is nothing to forget.
  }
}
