import { useSyncExternalStore } from 'react';
import type { Notice } from '../generated/pages';

let current: Notice[] | null = null;
const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Put messages at the top of the page, in place of those that stand there. */
export function showNotices(notices: Notice[]): void {
  current = notices;
  for (const listener of listeners) listener();
}

/** Return the messages to show: the page's own until there are newer ones. */
export function useNotices(initial: Notice[]): Notice[] {
  return useSyncExternalStore(
    listen,
    () => current ?? initial,
    () => initial,
  );
}
