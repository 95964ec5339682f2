import type { Fragments } from '../lib/sections';

/** The copy's key in the browser's storage. */
export const CART_COPY = 'vintner.cart';
/** How long a copy counts, in milliseconds. */
export const LIFETIME = 24 * 60 * 60 * 1000; // docs/behaviour/pages.md#timing

interface Copy {
  fragments: Fragments;
  hash: string;
  expires: number;
}

/** Keep the last cart answer for the next page and the other tabs, so that they need not ask again. */
export function saveCartCopy(fragments: Fragments, hash: string): void {
  const copy: Copy = { fragments, hash, expires: Date.now() + LIFETIME };
  try {
    localStorage.setItem(CART_COPY, JSON.stringify(copy));
  } catch {
    // Storage is full or forbidden: the next page fetches the cart.
  }
}

/** Return the copy, null when there is none, or it is too old. */
export function readCartCopy(): Copy | null {
  try {
    const copy = JSON.parse(localStorage.getItem(CART_COPY) ?? 'null') as Copy | null;
    if (copy && copy.expires > Date.now()) return copy;
  } catch {
    // Unreadable counts as absent.
  }
  forgetCartCopy();
  return null;
}

export function forgetCartCopy(): void {
  try {
    localStorage.removeItem(CART_COPY);
  } catch {
    // Storage is forbidden: there is nothing to forget.
  }
}
