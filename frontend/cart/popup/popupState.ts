import { type MouseEvent, useSyncExternalStore } from 'react';
import type { Opening } from './popupOpening';

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

/** Open the cart above the page. */
export function openCartPopup(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show({ modal: true, added: '', item: 0, origin: null, id: performance.now() });
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
