import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and while taking over its HTML, true from then on: for what needs JavaScript to work. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
