import { useEffect, useEffectEvent } from 'react';

/** Does something when the page comes back by the browser's cache: a form that was blocked on leaving is to be used. */
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
