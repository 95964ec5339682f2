import type { Visit } from './history/listingMemory';
import { type Direction, joined, type LoadedPage } from './listing';

/** What of a listing is loaded, and what is on its way. */
export interface ListingState {
  pages: LoadedPage[];
  loading: Direction | null;
  failed: Direction | null;
  /** How many pages came by scrolling alone. */
  automatic: number;
  /** The address of a page put before the others while its pictures are awaited. */
  awaited: string;
}

export type ListingEvent =
  | { kind: 'requested'; direction: Direction }
  | { kind: 'came'; direction: Direction; page: LoadedPage; automatic: boolean }
  | { kind: 'failed'; direction: Direction }
  | { kind: 'turned'; page: LoadedPage }
  | { kind: 'revealed' }
  | { kind: 'returned'; visit: Visit };

export function atFirst(page: LoadedPage): ListingState {
  return { pages: [page], loading: null, failed: null, automatic: 0, awaited: '' };
}

export function changed(state: ListingState, event: ListingEvent): ListingState {
  switch (event.kind) {
    case 'requested':
      return { ...state, loading: event.direction, failed: null };
    case 'came':
      return {
        ...state,
        pages: joined(state.pages, event.page, event.direction),
        loading: null,
        automatic: state.automatic + (event.automatic ? 1 : 0),
        awaited: event.direction === 'previous' ? event.page.pagination.url : '',
      };
    case 'failed':
      return { ...state, loading: null, failed: event.direction };
    case 'turned':
      return atFirst(event.page);
    case 'revealed':
      return { ...state, awaited: '' };
    case 'returned':
      return { ...state, pages: event.visit.pages, automatic: event.visit.automatic };
  }
}
