import type { MouseEvent } from 'react';

/** The dialog that shows the cart beside the page. */
export const CART_PANEL_ID = 'cart-panel';

/** Open the cart beside the page; a click that asks for another tab goes to the cart's own page. */
export function openCartPanel(event: MouseEvent): void {
  const panel = document.getElementById(CART_PANEL_ID);
  if (event.ctrlKey || event.metaKey || event.shiftKey || !(panel instanceof HTMLDialogElement)) return;
  if (!panel.showModal) return;
  event.preventDefault();
  panel.showModal();
}
