import { expect, test, vi } from 'vitest';
import { makePageCards, makePagination } from '../../fixtures/listing';
import { recallVisit, rememberVisit, type Visit, visitId } from './listingMemory';

const visit = (automatic: number): Visit => ({
  pages: [1, 2].map((page) => ({ cards: makePageCards(page), pagination: makePagination(page) })),
  automatic,
  place: { product: '21', top: 80, focus: false },
});

test('what was loaded is there again', () => {
  rememberVisit('a', visit(1));
  expect(recallVisit('a')).toMatchObject(visit(1));
  expect(recallVisit('b')).toBeNull();
});

test('the last three listings are kept', () => {
  for (const [index, id] of ['a', 'b', 'c', 'a', 'd'].entries()) rememberVisit(id, visit(index));
  expect(recallVisit('b')).toBeNull();
  expect(['c', 'a', 'd'].map((id) => recallVisit(id)?.automatic)).toEqual([2, 3, 4]);
});

test('prices of half an hour ago are not shown again', () => {
  vi.useFakeTimers({ now: 0, toFake: ['Date'] });
  rememberVisit('a', visit(1));
  vi.setSystemTime(30 * 60 * 1000);
  expect(recallVisit('a')).toBeNull();
});

test('too much to keep is no fault', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  rememberVisit('a', visit(1));
  expect(recallVisit('a')).toBeNull();
});

test('the history entry carries the name of the visit beside what others put there', () => {
  window.history.replaceState({ other: 1 }, '');
  const id = visitId(false);
  expect(window.history.state).toEqual({ other: 1, listing: id });
  expect(visitId(true)).toBe(id);
});
