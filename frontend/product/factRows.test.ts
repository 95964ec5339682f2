import { expect, test } from 'vitest';
import { factsOf, omitTagsInFacts, partFacts } from './factRows';

const fact = (slug: string, value: string) => ({ slug, name: slug, value });
const WINE = [fact('food-pairing', 'lamb'), fact('region', 'Douro'), fact('abv', '13%'), fact('tasting-notes', 'plum')];

test('the facts of a vintage take the place of the wine’s', () => {
  const rows = factsOf(WINE, [fact('vintage', '2019'), fact('abv', '14%')]);
  expect(rows.filter((each) => each.slug === 'abv')).toEqual([fact('abv', '14%')]);
  expect(rows.map((each) => each.slug)).toEqual(['vintage', 'region', 'abv', 'food-pairing', 'tasting-notes']);
});

test('what it tastes of comes before what it goes with, both apart from the bottle', () => {
  const { bottle, taste } = partFacts(WINE);
  expect(taste.map((each) => each.slug)).toEqual(['tasting-notes', 'food-pairing']);
  expect(bottle.map((each) => each.slug)).toEqual(['region', 'abv']);
});

test('a tag that a fact tells is left out', () => {
  expect(omitTagsInFacts(['Organic', 'Gift'], [fact('farming', 'Organic, Dry-farmed')])).toEqual(['Gift']);
});
