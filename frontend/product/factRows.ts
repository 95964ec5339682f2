import type { Fact } from '../generated/pages';

/** Facts of a wine as a shopper looks for them; others follow in the store's own order. */
const ORDER = [
  'vintage',
  'age',
  'colour',
  'grape',
  'region',
  'appellation',
  'country',
  'abv',
  'bottle-size',
  'closure',
  'serving',
];

/** Facts that fill a line of their own. */
const TOLD_APART = ['tasting-notes', 'food-pairing'];

/** Return the facts of the chosen vintage: its own in place of the wine's. */
export function factsOf(facts: Fact[], own: Fact[]): Fact[] {
  const others = facts.filter((fact) => !own.some((each) => each.slug === fact.slug));
  return [...own, ...others].sort((one, other) => place(one) - place(other));
}

/** Part the facts of a bottle from what it tastes of and goes with. */
export function partFacts(facts: Fact[]): { bottle: Fact[]; taste: Fact[] } {
  return {
    bottle: facts.filter((fact) => !TOLD_APART.includes(fact.slug)),
    taste: TOLD_APART.flatMap((slug) => facts.filter((fact) => fact.slug === slug)),
  };
}

function place(fact: Fact): number {
  const index = ORDER.indexOf(fact.slug);
  return index < 0 ? ORDER.length : index;
}
