import { useHydrated } from '../lib/hydrated';
import { useSection } from '../lib/sections';
import { Hidden } from '../ui/Hidden';
import { bottles, EMPTY_CART } from './bottles';
import { CartIcon } from './CartIcon';
import styles from './CartLink.module.css';
import { hasCartPopup, openCartPopup } from './popup/popupState';

/** The link to the cart with the number of bottles and what they cost; with JavaScript it opens the cart above the page. */
export function CartLink() {
  const opens = useHydrated() && hasCartPopup();
  const { count, subtotal } = useSection('MiniCart', EMPTY_CART);
  return (
    <a
      className={styles.link}
      href="/cart/"
      data-cart-link=""
      onClick={opens ? openCartPopup : undefined}
      {...(opens && { role: 'button', 'aria-haspopup': 'dialog' })}
    >
      <CartIcon />
      <Hidden>Cart{count > 0 && `, ${bottles(count)}, ${subtotal}`}</Hidden>
      {count > 0 && (
        <span className={styles.count} aria-hidden="true" data-cart-count="">
          {count}
        </span>
      )}
    </a>
  );
}
