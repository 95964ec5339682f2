import { type RefObject, useCallback, useEffect } from 'react';
import { layerClosed, layerOpened } from '../../lib/layers';
import { isFree } from '../basket/basketSpot';
import type { Opening } from './popupOpening';

/** Buttons that open the popup again: a press on them does not close it. */
const ADDS = '.add_to_cart_button, .single_add_to_cart_button, [data-buy-bar], [data-basket], [data-cart-link]';

/**
 * Open a dialog: above everything with the focus in it, or beside what the shopper does, whose focus stays where it is.
 * Then it gives way to a press beside it, to Escape, and to a focus that it would cover. `onClosed` is called when it is closed for good.
 */
export function usePopupDialog(
  dialog: RefObject<HTMLDialogElement | null>,
  { modal, origin }: Opening,
  onClosed: () => void,
) {
  const close = useCallback(() => {
    const element = dialog.current;
    const within = element?.contains(document.activeElement);
    element?.close();
    if (within && !modal) origin?.focus();
    onClosed(); // its event comes later, and would end what was opened meanwhile
  }, [dialog, modal, origin, onClosed]);

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (modal) {
      element.close();
      element.showModal();
    } else {
      element.setAttribute('open', ''); // show() would move the focus
    }
  }, [dialog, modal]);

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    layerOpened(element, close);
    return () => layerClosed(element);
  }, [dialog, close]);

  useEffect(() => {
    if (modal) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close();
    const onPress = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest(ADDS) || dialog.current?.contains(target)) return;
      close();
    };
    const onFocus = ({ target }: Event) => {
      if (!(target instanceof Element) || !dialog.current || dialog.current.contains(target)) return;
      if (!isFree(dialog.current.getBoundingClientRect(), target.getBoundingClientRect())) close();
    };
    document.addEventListener('focusin', onFocus, { signal });
    document.addEventListener('keydown', onKey, { signal });
    document.addEventListener('pointerdown', onPress, { signal });
    return () => leaving.abort();
  }, [dialog, modal, close]);

  /** A dialog that was closed only to be reopened is open again when this event arrives. */
  const onClose = useCallback(() => {
    if (!dialog.current?.open) onClosed();
  }, [dialog, onClosed]);
  return { close, onClose };
}
