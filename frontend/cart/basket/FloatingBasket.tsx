import { useEffect, useRef, useState } from 'react';
import { classes } from '../../lib/classes';
import { useSection } from '../../lib/sections';
import { bottles, EMPTY_CART } from '../bottles';
import { CartIcon } from '../CartIcon';
import { CartPopupHost } from '../popup/CartPopupHost';
import { hasCartPopup, openCartPopup } from '../popup/popupState';
import { CORNERS } from './basketSpot';
import styles from './FloatingBasket.module.css';
import { useBasketSpot } from './useBasketSpot';

/** The basket that floats above the page and opens the cart. It can be dragged, or sent to a corner from its menu. */
export default function FloatingBasket() {
  if (!hasCartPopup()) return null;
  return (
    <>
      <Basket />
      <CartPopupHost />
    </>
  );
}

function Basket() {
  const { count } = useSection('MiniCart', EMPTY_CART);
  const place = useRef<HTMLElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const { home, moveTo } = useBasketSpot(place, handle);
  const name = count > 0 ? `Basket, ${bottles(count)}` : 'Basket, empty';
  return (
    <aside
      ref={place}
      className={classes(styles.place, home.x < 0.5 && styles.left, home.y < 0.5 && styles.top)}
      aria-label="Basket"
      data-basket=""
    >
      <button
        ref={handle}
        type="button"
        className={classes(styles.basket, count > 0 && styles.full)}
        aria-haspopup="dialog"
        aria-label={name}
        onClick={openCartPopup}
      >
        <CartIcon />
        {count > 0 && (
          <span className={styles.count} aria-hidden="true" data-basket-count="">
            {count}
          </span>
        )}
      </button>
      <MoveMenu onMove={moveTo} />
    </aside>
  );
}

/** The way to move the basket without dragging it (WCAG 2.5.7). */
function MoveMenu({ onMove }: { onMove: (spot: { x: number; y: number }) => void }) {
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const shut = (event: Event) => {
      if (!menu.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', shut);
    document.addEventListener('focusin', shut);
    return () => {
      document.removeEventListener('pointerdown', shut);
      document.removeEventListener('focusin', shut);
    };
  }, [open]);
  const leave = () => {
    setOpen(false);
    toggle.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is heard from the buttons inside
    <div ref={menu} className={styles.move} onKeyDown={(event) => open && event.key === 'Escape' && leave()}>
      <button
        ref={toggle}
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        aria-label="Move the basket"
        onClick={() => setOpen(!open)}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M8 2v12M2 8h12M6 3.5 8 1.5l2 2M6 12.5l2 2 2-2M3.5 6l-2 2 2 2M12.5 6l2 2-2 2" />
        </svg>
      </button>
      {open && (
        <fieldset className={styles.corners}>
          <legend>Move to corner</legend>
          {CORNERS.map(({ name, x, y }) => (
            <button
              key={name}
              type="button"
              onClick={() => {
                onMove({ x, y });
                leave();
              }}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
