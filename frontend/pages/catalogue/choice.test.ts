import { expect, test } from 'vitest';
import { makeVariableProduct } from '../../fixtures/product';
import type { Option, VariationChoice } from '../../generated/pages';
import { explain, offerOf, variationFor } from './choice';
import { reachedTier } from './tiers';

const { options, variations } = makeVariableProduct();

test('nothing is chosen while a value is open', () => {
  expect(variationFor(options, variations, {})).toBeNull();
});

test('the picked values name a variation', () => {
  expect(variationFor(options, variations, { attribute_vintage: '2017' })?.variation_id).toBe(31);
});

test.each([
  ['2017', 'available'],
  ['2018', 'sold out'],
  ['2020', 'not made'],
])('the vintage %s is %s', (value, offer) => {
  expect(offerOf(variations, {}, 'attribute_vintage', value)).toBe(offer);
});

test('a sold-out value says so and names what can be had', () => {
  const words = 'Vintage 2018 is sold out. You can have 2017, 2019.';
  expect(explain(options, variations, { attribute_vintage: '2018' })).toBe(words);
  expect(explain(options, variations, { attribute_vintage: '2017' })).toBe('');
});

test('with two options, a value is judged together with the other', () => {
  const two: Option[] = [
    { name: 'Vintage', field: 'attribute_vintage', values: ['2018', '2019'] },
    { name: 'Bottle', field: 'attribute_bottle', values: ['750 ml', '1.5 l'] },
  ];
  const [model] = variations;
  if (!model) throw new Error('the fixture has variations');
  const made: VariationChoice[] = [
    { ...model, variation_id: 1, choices: { attribute_vintage: '2018', attribute_bottle: '750 ml' }, most: 3 },
    { ...model, variation_id: 2, choices: { attribute_vintage: '2019', attribute_bottle: '750 ml' }, most: 3 },
    { ...model, variation_id: 3, choices: { attribute_vintage: '2019', attribute_bottle: '1.5 l' }, most: 0 },
  ];
  const picked = { attribute_vintage: '2018', attribute_bottle: '1.5 l' };
  expect(offerOf(made, picked, 'attribute_bottle', '1.5 l')).toBe('not made');
  expect(explain(two, made, picked)).toMatch(/not made in this combination/);
  expect(variationFor(two, made, picked)).toBeNull();
  expect(offerOf(made, { attribute_vintage: '2019' }, 'attribute_bottle', '1.5 l')).toBe('sold out');
});

test.each([
  [2, undefined],
  [3, '3 – 5'],
  [5, '3 – 5'],
  [6, '6 and more'],
  [40, '6 and more'],
])('%i bottles reach the row %s', (quantity, range) => {
  const tiers = [
    { range: '3 – 5', discount: '10 % off', unit_price: '$15.29' },
    { range: '6 and more', discount: '20 % off', unit_price: '$13.59' },
  ];
  expect(reachedTier(tiers, quantity)?.range).toBe(range);
});
