import type { Card, Contract, Pagination } from '../generated/pages';
import { ConnectionError, get } from '../lib/http';
import type { PageData } from '../lib/pages';

/** A page of a listing that stands in the grid. */
export interface LoadedPage {
  cards: Card[];
  pagination: Pagination;
}

export type Direction = 'next' | 'previous';

/** The stretch of the listing that the loaded pages cover: positions from 1, both included. */
export interface Span {
  first: number;
  last: number;
  total: number;
}

/** Fetch a page of a listing as its whole document. Throws ConnectionError. */
export async function loadPage(url: string): Promise<LoadedPage> {
  return readPage(await get(url, { 'X-Braapfdisable': '1' }));
}

/** Return the wines in a listing's document. Throws ConnectionError when it is the document of something else. */
export function readPage(html: string): LoadedPage {
  const data = new DOMParser().parseFromString(html, 'text/html').getElementById('page');
  try {
    const page = JSON.parse(data?.textContent ?? '') as PageData;
    if (page.component === 'catalogue/ListingPage') {
      const { cards, pagination } = page.props as Contract['pages']['catalogue/ListingPage'];
      return { cards, pagination };
    }
  } catch (error) {
    throw new ConnectionError('The answer could not be read.', error);
  }
  throw new ConnectionError('The answer is not a listing.', html);
}

/** Put a page behind or before the others. A wine that moved between two requests is not shown twice. */
export function joined(pages: LoadedPage[], page: LoadedPage, direction: Direction): LoadedPage[] {
  const existing = new Set(pages.flatMap(({ cards }) => cards.map((card) => card.product_id)));
  const added = { ...page, cards: page.cards.filter((card) => !existing.has(card.product_id)) };
  return direction === 'next' ? [...pages, added] : [added, ...pages];
}

/** Return the address of the page behind or before the loaded ones, empty at the end. */
export function further(pages: LoadedPage[], direction: Direction): string {
  if (direction === 'next') return pages.at(-1)?.pagination.next_url ?? '';
  return pages[0]?.pagination.previous_url ?? '';
}

/** Return how many wines the page after the loaded ones has. */
export function nextPageSize(pages: LoadedPage[]): number {
  const { first = 0, last = 0, total = 0 } = pages.at(-1)?.pagination ?? {};
  return Math.min(last - first + 1, total - last);
}

export function spanOf(pages: LoadedPage[]): Span {
  const [first, last] = [pages[0]?.pagination, pages.at(-1)?.pagination];
  return { first: first?.first ?? 0, last: last?.last ?? 0, total: last?.total ?? 0 };
}
