import { useEffect, useEffectEvent } from 'react';

/** Calls back when the page is restored from the browser's cache: a form that was blocked on leaving must be usable. */
export function usePageRestored(again: () => void): void {
  const onAgain = useEffectEvent(again);
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) onAgain();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
}
