import { useSyncExternalStore } from 'react';
import { prefersLessMotion } from '../../lib/scroll';

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia?.('(prefers-reduced-motion: reduce)');
  query?.addEventListener('change', changed);
  return () => query?.removeEventListener('change', changed);
}

/** Whether the shopper prefers less motion, updated while the page is open; true on the server. */
export function useLessMotion(): boolean {
  return useSyncExternalStore(subscribe, prefersLessMotion, () => true);
}
