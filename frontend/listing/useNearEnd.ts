import { type RefObject, useEffect } from 'react';

const BUFFER = 50; // in pixels: docs/behaviour/pages.md#timing
const RECHECK = 4000; // in milliseconds: docs/behaviour/pages.md#timing

/** Call back while the end of the grid is near the bottom of the window. `next` is empty when there is no more. */
export function useNearEnd(list: RefObject<HTMLElement | null>, next: string, onNear: () => void): void {
  useEffect(() => {
    if (!next) return;
    const look = () => {
      const bottom = list.current?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY;
      if (bottom - window.innerHeight <= BUFFER) onNear();
    };
    look();
    const watch = new AbortController();
    for (const kind of ['scroll', 'resize'])
      window.addEventListener(kind, look, { passive: true, signal: watch.signal });
    const timer = window.setInterval(look, RECHECK);
    return () => {
      watch.abort();
      window.clearInterval(timer);
    };
  }, [list, next, onNear]);
}
