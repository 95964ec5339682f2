/** The element that screen readers listen to; Layout renders it once on every page. */
export const ANNOUNCER_ID = 'announcements';

const CART_DELAY = 1000; // docs/behaviour/pages.md#timing

/** Have screen readers read a text, without moving the focus. */
export function announce(text: string): void {
  const region = document.getElementById(ANNOUNCER_ID);
  if (!region) return;
  region.textContent = '';
  // An emptied region must be seen empty, or the same words are not read twice.
  requestAnimationFrame(() => {
    region.textContent = text;
  });
}

let waiting: string[] = [];

/** Announce a change of the cart after the text of the pressed button. Changes that wait are announced together. */
export function announceCart(text: string): void {
  if (!text) return;
  waiting.push(text);
  window.setTimeout(announceWaiting, CART_DELAY);
}

function announceWaiting(): void {
  if (waiting.length === 0) return; // announced together with the one before
  announce([...new Set(waiting)].join(' '));
  waiting = [];
}
