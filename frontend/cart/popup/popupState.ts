import { type MouseEvent, useSyncExternalStore } from 'react';
import { afterPaint } from '../../lib/afterPaint';
import type { Opening } from './popupOpening';

/** There the cart is the page itself. */
const NOT_HERE = /^\/(cart|checkout)\//;

/** Whether something displays the popup: it comes with the floating basket, or not at all. */
let isHosted = false;
let opening: Opening | null = null;
const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function show(what: Opening | null): void {
  opening = what;
  for (const listener of listeners) listener();
}

/** Whether the cart can be opened above this page. */
export function hasCartPopup(): boolean {
  return !NOT_HERE.test(window.location.pathname);
}

/** Call when the popup can be displayed. Returns a function that takes it back. */
export function hostCartPopup(): () => void {
  isHosted = true;
  return () => {
    isHosted = false;
  };
}

/**
 * Open the cart above the page. A link to the cart is followed where that cannot be. A modal dialog makes the browser
 * style the whole page anew, a fifth of a second on a slow phone, so the press is painted first.
 */
export function openCartPopup(event: MouseEvent): void {
  if (!isHosted || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  afterPaint(() => show({ modal: true, added: '', item: 0, origin: null, id: performance.now() }));
}

/** Fetch what the popup is made of. */
export function loadDialog() {
  return import('./CartPopupDialog');
}

/** Show that something was added: its picture flies to the basket, then the cart opens. The focus stays. */
export async function showAdded(added: string, item: number, origin: HTMLElement): Promise<void> {
  if (opening?.modal) return;
  loadDialog().catch(() => undefined); // while the picture flies; fetched again when it opens
  await import('./flight').then(({ fly }) => fly(origin)).catch(() => undefined); // only an ornament
  show({ modal: false, added, item, origin, id: performance.now() });
}

export function closeCartPopup(): void {
  show(null);
}

/** How the popup is open now, null when it is closed. */
export function useCartPopup(): Opening | null {
  return useSyncExternalStore(
    listen,
    () => opening,
    () => null,
  );
}
