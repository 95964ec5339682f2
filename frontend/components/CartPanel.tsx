import { lazy, type MouseEvent, Suspense, useRef } from 'react';
import { bottles, EMPTY_CART } from '../lib/bottles';
import { CART_PANEL_ID, openCartPanel } from '../lib/cartPanel';
import { useHydrated } from '../lib/hydrated';
import { useSection } from '../lib/sections';
import styles from './CartPanel.module.css';
import { EmptyMiniCart } from './EmptyMiniCart';
import { Hidden } from './Hidden';

/** It comes with the first bottle; should it fail to, the cart's own page shows the same. */
const MiniCart = lazy(() => import('../sections/MiniCart').catch(() => ({ default: CartLink })));

/** The link to the cart with the number of bottles; with JavaScript it opens the cart beside the page. */
export function CartPanel() {
  const hydrated = useHydrated();
  const { count } = useSection('MiniCart', EMPTY_CART);
  const panel = useRef<HTMLDialogElement>(null);

  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === panel.current) panel.current?.close();
  };
  return (
    <>
      <a
        className={styles.open}
        href="/cart/"
        onClick={openCartPanel}
        {...(hydrated && { role: 'button', 'aria-haspopup': 'dialog' as const })}
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
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a dialog closes on Escape by itself */}
      <dialog
        ref={panel}
        id={CART_PANEL_ID}
        className={styles.panel}
        aria-labelledby="cart-panel-title"
        onClick={closeOnBackdrop}
      >
        <div className={styles.head}>
          <h2 id="cart-panel-title">Your cart</h2>
          <button type="button" className={styles.close} onClick={() => panel.current?.close()} aria-label="Close">
            <span aria-hidden="true">×</span>
          </button>
        </div>
        {count === 0 ? (
          <EmptyMiniCart />
        ) : (
          <Suspense>
            <MiniCart {...EMPTY_CART} />
          </Suspense>
        )}
      </dialog>
    </>
  );
}

function CartLink() {
  return <a href="/cart/">View cart</a>;
}
