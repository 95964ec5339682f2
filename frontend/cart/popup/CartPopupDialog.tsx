import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import type { LineView } from '../../generated/pages';
import { classes } from '../../lib/classes';
import { cookie } from '../../lib/cookies';
import { prefersLessMotion } from '../../lib/scroll';
import { useSection } from '../../lib/sections';
import { bottles, EMPTY_CART } from '../bottles';
import { CartContext } from '../cartContext';
import { AddedNotice } from './AddedNotice';
import CartPopup from './CartPopup';
import styles from './CartPopupDialog.module.css';
import type { Opening } from './popupOpening';
import { useCartChanges } from './useCartChanges';
import { usePopupDialog } from './usePopupDialog';

interface Props {
  opening: Opening;
  onClosed: () => void;
}

/** The cart above the page: all about its lines can be done here, each change sent at once. */
export default function CartPopupDialog({ opening, onClosed }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { close, onClose } = usePopupDialog(dialog, opening, onClosed);
  const mini = useSection('MiniCart', EMPTY_CART);
  const cart = useSection('CartPopup', { ...mini, notice: '' });
  useAddedInView(dialog, cart.lines, opening);
  const { surroundings, busy, fault, submit } = useCartChanges(cart, close);
  const loading = cart.lines.length === 0 && cookie('woocommerce_items_in_cart') !== '';
  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) close();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a dialog closes on Escape by itself
    <dialog
      ref={dialog}
      className={classes(styles.popup, opening.modal && styles.modal)}
      aria-labelledby="cart-popup-title"
      onClick={closeOnBackdrop}
      onClose={onClose}
      data-popup=""
    >
      <form className={styles.frame} method="post" action="/cart/" onSubmit={submit} noValidate>
        {/* Enter in a field presses a form's first button, which would be the first wine's “Remove”. */}
        <button type="submit" name="update_cart" value="1" hidden tabIndex={-1} aria-hidden="true" />
        <div className={styles.head}>
          <h2 id="cart-popup-title" className={styles.title}>
            Your cart
          </h2>
          {cart.count > 0 && <span className={styles.count}>{bottles(cart.count)}</span>}
          <button type="button" className={styles.close} onClick={close} aria-label="Close">
            <span aria-hidden="true">×</span>
          </button>
        </div>
        <div className={styles.progress} hidden={!busy} />
        {opening.added && <AddedNotice key={opening.id} name={opening.added} />}
        <p key={fault.text} className={classes(styles.fault, fault.fades && styles.fades)} role="alert">
          {fault.text}
        </p>
        <CartContext value={surroundings}>
          <div className={styles.body} aria-busy={busy || loading || undefined}>
            {loading ? <Skeleton /> : <CartPopup {...cart} />}
          </div>
        </CartContext>
      </form>
    </dialog>
  );
}

/** Scroll the list to what was just added, once for each opening. */
function useAddedInView(dialog: RefObject<HTMLElement | null>, lines: LineView[], { item, id }: Opening): void {
  const scrolledFor = useRef(0);
  useEffect(() => {
    const added = lines.find((line) => !line.given && [line.product_id, line.variation_id].includes(item));
    if (!added || scrolledFor.current === id) return;
    scrolledFor.current = id;
    const row = dialog.current?.querySelector(`[data-line="${added.key}"]`);
    row?.scrollIntoView?.({ behavior: prefersLessMotion() ? 'auto' : 'smooth', block: 'nearest' });
  }, [dialog, lines, item, id]);
}

function Skeleton() {
  return (
    <div className={styles.skeleton}>
      <p>Loading your cart…</p>
      <span />
      <span />
    </div>
  );
}
