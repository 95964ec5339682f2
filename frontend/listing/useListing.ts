import { type RefObject, useCallback, useLayoutEffect, useReducer, useRef } from 'react';
import { ConnectionError } from '../lib/http';
import { pageState } from '../lib/layers';
import { focusWine, goBackTo, type Place, placeNow } from './history/gridPlace';
import { useReturn } from './history/useReturn';
import { type Direction, further, type LoadedPage, loadPage } from './listing';
import { atFirst, changed, type ListingState } from './listingState';

export type LoadedBy = 'scroll' | 'button';

export interface Listing {
  list: RefObject<HTMLUListElement | null>;
  state: ListingState;
  load: (direction: Direction, by: LoadedBy) => Promise<void>;
  /** Put another page in the place of those shown. Throws ConnectionError. */
  turn: (url: string) => Promise<void>;
  /** The pictures that were awaited are there. */
  show: () => void;
}

/** What is to be done once the loaded pages stand in the document. */
interface Afterwards {
  place?: Place | null;
  focus?: number | undefined;
}

/** The pages of a listing that are on the screen, and how more come. */
export function useListing(first: LoadedPage): Listing {
  const list = useRef<HTMLUListElement>(null);
  const [state, dispatch] = useReducer(changed, first, atFirst);
  const afterwards = useRef<Afterwards>({});
  const busy = useRef(false);
  const { pages } = state;

  // biome-ignore lint/correctness/useExhaustiveDependencies: to be done when other pages stand in the document
  useLayoutEffect(() => {
    const { place, focus } = afterwards.current;
    afterwards.current = {};
    if (!list.current) return;
    if (place) goBackTo(list.current, place);
    if (focus !== undefined) focusWine(list.current, String(focus));
  }, [pages]);

  // Behind the effect above: what is to be done then must wait for the pages that this one brings.
  useReturn(list, state, (visit, place) => {
    afterwards.current = { place };
    dispatch({ kind: 'returned', visit });
  });

  const load = useCallback(
    async (direction: Direction, by: LoadedBy) => {
      const url = further(pages, direction);
      if (busy.current || !url) return;
      busy.current = true;
      dispatch({ kind: 'requested', direction });
      try {
        const page = await loadPage(url);
        afterwards.current = whatThen(list.current, page, direction, by);
        dispatch({ kind: 'came', direction, page, automatic: by === 'scroll' });
      } catch (error) {
        if (!(error instanceof ConnectionError)) throw error;
        dispatch({ kind: 'failed', direction });
      } finally {
        busy.current = false;
      }
    },
    [pages],
  );
  const turn = useCallback(async (url: string) => {
    const page = await loadPage(url);
    window.history.pushState(pageState(), '', url);
    afterwards.current = { focus: page.cards[0]?.product_id };
    dispatch({ kind: 'turned', page });
  }, []);
  const show = useCallback(() => dispatch({ kind: 'revealed' }), []);
  return { list, state, load, turn, show };
}

/**
 * Wines that come by scrolling leave the focus alone. The button is gone or far off once it has done its work, so the
 * focus goes to the wine beside which it stood.
 */
function whatThen(list: HTMLElement | null, { cards }: LoadedPage, direction: Direction, by: LoadedBy): Afterwards {
  const neighbour = direction === 'next' ? cards[0] : cards.at(-1);
  const focus = by === 'button' ? neighbour?.product_id : undefined;
  return direction === 'previous' && list ? { place: placeNow(list), focus } : { focus };
}
