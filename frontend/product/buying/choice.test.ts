import { expect, test } from 'vitest';
import { makeVariableProduct } from '../../fixtures/product';
import type { Combination, Option } from '../../generated/pages';
import {
  addressOf,
  explain,
  NO_MATCH,
  obstacle,
  offerOf,
  openOption,
  priceOf,
  UNAVAILABLE,
  variationFor,
} from './choice';

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

const TWO: Option[] = [
  { name: 'Vintage', field: 'attribute_vintage', values: ['2018', '2019'], missing: 'Choose a vintage' },
  { name: 'Bottle', field: 'attribute_bottle', values: ['750 ml', '1.5 l'], missing: 'Choose a bottle' },
];
const MADE: Combination[] = [
  { variation_id: 1, choices: { attribute_vintage: '2018', attribute_bottle: '750 ml' }, most: 3 },
  { variation_id: 2, choices: { attribute_vintage: '2019', attribute_bottle: '750 ml' }, most: 3 },
  { variation_id: 3, choices: { attribute_vintage: '2019', attribute_bottle: '1.5 l' }, most: 0 },
];

test('with two options, a value is judged together with the other', () => {
  const picked = { attribute_vintage: '2018', attribute_bottle: '1.5 l' };
  expect(offerOf(MADE, picked, 'attribute_bottle', '1.5 l')).toBe('not made');
  expect(explain(TWO, MADE, picked)).toMatch(/not made in this combination/);
  expect(variationFor(TWO, MADE, picked)).toBeNull();
  expect(offerOf(MADE, { attribute_vintage: '2019' }, 'attribute_bottle', '1.5 l')).toBe('sold out');
});

test.each([
  ['nothing', {}, 'Choose a vintage'],
  ['one of two', { attribute_vintage: '2018' }, 'Choose a bottle'],
  ['what is not made', { attribute_vintage: '2018', attribute_bottle: '1.5 l' }, NO_MATCH],
  ['what is sold out', { attribute_vintage: '2019', attribute_bottle: '1.5 l' }, UNAVAILABLE],
  ['what there is', { attribute_vintage: '2019', attribute_bottle: '750 ml' }, ''],
])('who picks %s reads: %s', (_what, picked, words) => {
  expect(obstacle(openOption(TWO, picked), variationFor(TWO, MADE, picked))).toBe(words);
});

test('the choice is written into the address, beside what else stands there', () => {
  const from = 'http://store.example/product/x/?cpage=2&attribute_bottle=750+ml#reviews';
  expect(addressOf(from, TWO, { attribute_vintage: '2019' })).toBe(
    'http://store.example/product/x/?cpage=2&attribute_vintage=2019#reviews',
  );
});

test('a value has a price where all that can be had with it cost the same', () => {
  const priced = (vintage: string, bottle: string, current: string) =>
    ({ choices: { attribute_vintage: vintage, attribute_bottle: bottle }, most: 1, price: { current } }) as never;
  const made = [
    priced('2018', '750 ml', '$40.00'),
    priced('2019', '750 ml', '$44.00'),
    priced('2019', '1.5 l', '$90.00'),
  ];
  expect(priceOf(made, {}, 'attribute_vintage', '2018')).toBe('$40.00');
  expect(priceOf(made, {}, 'attribute_vintage', '2019')).toBe('');
  expect(priceOf(made, { attribute_bottle: '1.5 l' }, 'attribute_vintage', '2019')).toBe('$90.00');
  expect(priceOf(MADE, {}, 'attribute_vintage', '2019')).toBe('');
});
