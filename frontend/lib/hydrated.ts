import { useDeferredValue } from 'react';

/**
 * False on the server and while taking over its HTML, true soon after: for what needs JavaScript to work. What changes
 * by it is drawn in slices of a few milliseconds, like the taking over.
 */
export function useHydrated(): boolean {
  return useDeferredValue(true, false);
}
