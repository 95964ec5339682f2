import {
  type ComponentType,
  lazy,
  type MouseEvent,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { browser } from '../lib/go';
import { useHydrated } from '../lib/hydrated';
import { useSection } from '../lib/sections';
import { Hidden } from '../ui/Hidden';
import { bottles, EMPTY_CART } from './bottles';
import styles from './CartPanel.module.css';

/** There the cart is the page itself. */
const NOT_HERE = /^\/(cart|checkout)\//;
const load = () => import('./CartDropDown');
/** Should it fail to come, the cart's own page shows the same. */
const CartDropDown = lazy<ComponentType<Hung>>(() => load().catch(() => ({ default: CartPageInstead })));

/** What hangs from the link. */
interface Hung {
  link: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** The link to the cart with the number of bottles; with JavaScript it drops down the mini-cart. */
export function CartPanel() {
  const drops = useHydrated() && !NOT_HERE.test(window.location.pathname);
  const { count } = useSection('MiniCart', EMPTY_CART);
  const link = useRef<HTMLAnchorElement>(null);
  const [open, setOpen] = useState(false);
  const wasOpen = useRef(false); // a press beside an open panel closes it before it is a click
  const prefetch = () => void load().catch(() => undefined);

  const toggle = (event: MouseEvent) => {
    if (!drops || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(!(open || (wasOpen.current && event.detail > 0)));
  };
  return (
    <div className={styles.place}>
      <a
        ref={link}
        className={styles.open}
        href="/cart/"
        data-cart-link=""
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onPointerDown={() => {
          wasOpen.current = open;
        }}
        onClick={toggle}
        {...(drops && { role: 'button', 'aria-expanded': open })}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5 8h14l-1.2 11.2a1 1 0 0 1-1 .8H7.2a1 1 0 0 1-1-.8zM9 8V6.5a3 3 0 0 1 6 0V8" />
        </svg>
        <Hidden>Cart{count > 0 && `, ${bottles(count)}`}</Hidden>
        {count > 0 && (
          <span className={styles.count} aria-hidden="true" data-cart-count="">
            {count}
          </span>
        )}
      </a>
      {open && (
        <Suspense>
          <CartDropDown link={link} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

function CartPageInstead() {
  useEffect(() => browser.go('/cart/'), []);
  return null;
}
