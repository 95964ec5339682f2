import { expect, test } from 'vitest';
import { makeDocument, makeListing, makePageCards, makePagination } from '../fixtures/listing';
import { ConnectionError } from '../lib/http';
import { further, joined, type LoadedPage, nextPageSize, readPage, spanOf } from './listing';

const page = (number: number): LoadedPage => ({ cards: makePageCards(number), pagination: makePagination(number) });
const ids = (pages: LoadedPage[]) => pages.flatMap(({ cards }) => cards.map((card) => card.product_id));

test('the wines are read from the document', () => {
  const name = 'Côte </script> d’Or';
  const [card] = makePageCards(2);
  const html = makeDocument(makeListing({ cards: [{ ...card, name } as never], pagination: makePagination(2) }));
  expect(readPage(html)).toEqual({ cards: [{ ...card, name }], pagination: makePagination(2) });
});

test.each([
  ['an error page', makeDocument(makeListing(), 'web/ErrorPage')],
  ['a document of something else', '<h1>Bad gateway</h1>'],
  ['a document cut off', makeDocument(makeListing()).slice(0, -200)],
])('%s counts as a failed load', (_what, html) => {
  expect(() => readPage(html)).toThrow(ConnectionError);
});

test('pages are joined in their order', () => {
  expect(ids(joined([page(2)], page(3), 'next'))).toEqual([21, 22, 31, 32]);
  expect(ids(joined([page(2)], page(1), 'previous'))).toEqual([11, 12, 21, 22]);
});

test('a wine that moved to the next page in the meantime is not shown twice', () => {
  const moved = { ...page(2), cards: [...makePageCards(1).slice(1), ...makePageCards(2)] };
  expect(ids(joined([page(1)], moved, 'next'))).toEqual([11, 12, 21, 22]);
});

test('what comes next depends on what is loaded', () => {
  expect(further([page(2)], 'next')).toBe('/shop/page/3/');
  expect(further([page(2)], 'previous')).toBe('/shop/');
  expect(further([page(2), page(3)], 'next')).toBe('');
  expect(further([page(1), page(2)], 'previous')).toBe('');
});

test('the span reaches from the first loaded page to the last', () => {
  expect(spanOf([page(2), page(3)])).toEqual({ first: 25, last: 70, total: 70 });
});

test('the next page has as many wines as the last one, or what is left', () => {
  const ending = (first: number, last: number, total: number): LoadedPage => ({
    cards: [],
    pagination: { ...makePagination(1), first, last, total },
  });
  expect(nextPageSize([ending(1, 12, 60)])).toBe(12);
  expect(nextPageSize([ending(1, 12, 14)])).toBe(2);
  expect(nextPageSize([ending(1, 12, 60), ending(13, 24, 24)])).toBe(0);
  expect(nextPageSize([])).toBe(0);
});
