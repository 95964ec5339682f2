import { expect, test } from 'vitest';
import { resultCount, resultCountText, sortedWords } from './resultCountText';

// docs/behaviour/pages.md#listing
test.each([
  ['', 0, 0, 0],
  ['Showing the single result', 1, 1, 1],
  ['Showing all 9 results', 1, 9, 9],
  ['Showing 1–24 of 61 results', 1, 24, 61],
  ['Showing 25–61 of 61 results', 25, 61, 61],
])('%s', (words, first, last, total) => {
  expect(resultCount({ first, last, total })).toBe(words);
});

test('outside scripts find places for the two numbers', () => {
  expect(resultCountText(61).replace('-1', '25').replace('-2', '48')).toBe('Showing 25–48 of 61 results');
});

test('screen readers hear of the order, unless it is the default', () => {
  expect(sortedWords('Sort by average rating')).toBe('Sorted by average rating');
  expect(sortedWords('Default sorting')).toBe('');
});
