import { cookie } from '../lib/cookies';
import { applyFragments, setSection } from '../lib/sections';
import { EMPTY_CART } from './bottles';
import { refreshCart } from './cartCalls';
import { CART_COPY, forgetCartCopy, LIFETIME, readCartCopy } from './cartCopy';

/**
 * Fill the cart now, when the page comes back from the browser's cache, when another tab changes it, and every 24
 * hours.
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

/** Pages contain nothing about the visitor; the cookies say whether there is a cart, and in which state. */
function showCart(): void {
  if (!cookie('woocommerce_items_in_cart')) {
    forgetCartCopy();
    setSection('MiniCart', EMPTY_CART);
    setSection('CartPopup', { ...EMPTY_CART, notice: '' });
    return;
  }
  const copy = readCartCopy();
  if (copy && copy.hash === cookie('woocommerce_cart_hash')) applyFragments(copy.fragments);
  else refreshCart().catch(() => undefined); // the link to the cart works without a count
}
