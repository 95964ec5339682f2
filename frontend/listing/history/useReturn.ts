import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { ListingState } from '../listingState';
import { type Place, placeNow } from './gridPlace';
import { recallVisit, rememberVisit, type Visit, visitId } from './listingMemory';

type Return = (visit: Visit, place: Place | null) => void;

/**
 * Back from a wine, the shopper finds the same pages loaded and the same wine in the same place.
 * Browsers that keep the page as it was do this by themselves; for the others it is saved in the tab's storage.
 */
export function useReturn(list: RefObject<HTMLElement | null>, state: ListingState, onReturn: Return): void {
  const id = useRef('');
  const current = useRef(state);
  useEffect(() => {
    current.current = state;
  }, [state]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before the shopper sees the page without the rest
  useLayoutEffect(() => {
    const arrival = navigationType();
    id.current = visitId(arrival !== 'navigate');
    const visit = recallVisit(id.current);
    const fresh = state.pages[0];
    if (!visit || !fresh) return;
    const others = arrival === 'reload' ? [] : visit.pages; // a reload is for current prices and stock
    const known = others.some((page) => page.pagination.url === fresh.pagination.url);
    const pages = known ? others.map((page) => (page.pagination.url === fresh.pagination.url ? fresh : page)) : [fresh];
    const automatic = known ? visit.automatic : 0;
    onReturn({ ...visit, pages, automatic }, placeAfterWaiting(list.current) ?? visit.place);
  }, []);

  useEffect(() => {
    const leave = () => {
      if (window.history.scrollRestoration === 'auto') return; // one page only: the browser finds the place by itself
      const { pages, automatic } = current.current;
      rememberVisit(id.current, { pages, automatic, place: list.current && placeNow(list.current) });
    };
    window.addEventListener('pagehide', leave);
    return () => window.removeEventListener('pagehide', leave);
  }, [list]);

  const several = state.pages.length > 1;
  useEffect(() => {
    // The browser would scroll before the other pages are there.
    if (several) window.history.scrollRestoration = 'manual';
  }, [several]);
}

/** A shopper who scrolled while the page was starting stays where she is. */
function placeAfterWaiting(list: HTMLElement | null): Place | null {
  return list && window.scrollY > 0 ? placeNow(list) : null;
}

/** How the shopper came: a link to the address shown keeps the history entry, but is no return. */
function navigationType(): string {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type ?? 'navigate';
}
