import { expect, test } from 'vitest';
import { nextTier, priceAt, priceChange, reachedTier } from './tiers';

const THREE = { range: '3 – 5', discount: '10 % off', unit_price: '$15.29' };
const SIX = { range: '6+', discount: '20 % off', unit_price: '$13.59' };
const TIERS = [THREE, SIX];
const PRICE = { current: '$16.99', regular: '', from_lowest: false };

test.each([
  [2, undefined],
  [3, '3 – 5'],
  [5, '3 – 5'],
  [6, '6+'],
  [40, '6+'],
])('%i bottles reach the row %s', (quantity, range) => {
  expect(reachedTier(TIERS, quantity)?.range).toBe(range);
});

test.each([
  [1, 2, '3 – 5'],
  [5, 1, '6+'],
])('from %i bottles it is %i more to the row %s', (quantity, more, range) => {
  expect(nextTier(TIERS, quantity)).toMatchObject({ more, tier: { range } });
});

test('behind the last row there is no other', () => {
  expect(nextTier(TIERS, 6)).toBeNull();
});

test('the old price stands beside that of the tier', () => {
  expect(priceAt(PRICE, THREE)).toEqual({ current: '$15.29', regular: '$16.99', from_lowest: false });
  expect(priceAt({ ...PRICE, regular: '$20.00' }, THREE)?.regular).toBe('$20.00');
  expect(priceAt(PRICE, null)).toBe(PRICE);
});

test.each([
  ['up', null, THREE, 'Now $15.29 each instead of $16.99, 10 % off.'],
  ['within a row', THREE, THREE, ''],
  ['down', THREE, null, '$16.99 each.'],
  ['without a price of its own', null, { ...SIX, unit_price: '' }, '20 % off each bottle.'],
])('going %s is said as %s', (_way, before, after, words) => {
  expect(priceChange(PRICE, before, after)).toBe(words);
});
