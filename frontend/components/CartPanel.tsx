import { type MouseEvent, useRef } from 'react';
import type { MiniCart as Cart } from '../generated/pages';
import { useHydrated } from '../lib/hydrated';
import { useSection } from '../lib/sections';
import MiniCart from '../sections/MiniCart';
import styles from './CartPanel.module.css';
import { Hidden } from './Hidden';

/** Pages say nothing about the visitor: the cart is empty until an answer fills it. */
const EMPTY: Cart = { count: 0, subtotal: '', lines: [] };

/** The link to the cart with the number of bottles; with JavaScript it opens the cart beside the page. */
export function CartPanel() {
  const hydrated = useHydrated();
  const { count } = useSection('MiniCart', EMPTY);
  const panel = useRef<HTMLDialogElement>(null);

  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !panel.current?.showModal) return;
    event.preventDefault();
    panel.current.showModal();
  };
  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === panel.current) panel.current?.close();
  };
  return (
    <>
      <a
        className={styles.open}
        href="/cart/"
        onClick={open}
        {...(hydrated && { role: 'button', 'aria-haspopup': 'dialog' as const })}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5 8h14l-1.2 11.2a1 1 0 0 1-1 .8H7.2a1 1 0 0 1-1-.8zM9 8V6.5a3 3 0 0 1 6 0V8" />
        </svg>
        <Hidden>Cart{count > 0 && `, ${count} ${count === 1 ? 'bottle' : 'bottles'}`}</Hidden>
        {count > 0 && (
          <span className={styles.count} aria-hidden="true" data-cart-count="">
            {count}
          </span>
        )}
      </a>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a dialog closes on Escape by itself */}
      <dialog ref={panel} className={styles.panel} aria-labelledby="cart-panel" onClick={closeOnBackdrop}>
        <div className={styles.head}>
          <h2 id="cart-panel">Your cart</h2>
          <button type="button" className={styles.close} onClick={() => panel.current?.close()} aria-label="Close">
            <span aria-hidden="true">×</span>
          </button>
        </div>
        <MiniCart {...EMPTY} />
      </dialog>
    </>
  );
}
