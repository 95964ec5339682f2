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
  'dosage',
  'bottle-size',
  'closure',
  'farming',
  'drink-window',
  'serving',
];

/** The facts that stand beside the picture; the tab has the others. */
const FIRST = [
  'tasting-notes',
  'food-pairing',
  'vintage',
  'grape',
  'region',
  'abv',
  'dosage',
  'closure',
  'farming',
  'drink-window',
  'serving',
];

/** Facts that fill a line of their own. */
const ON_OWN_LINE = ['tasting-notes', 'food-pairing'];

/** Return the facts of the chosen vintage: its own in place of the wine's. */
export function factsOf(facts: Fact[], own: Fact[]): Fact[] {
  const others = facts.filter((fact) => !own.some((each) => each.slug === fact.slug));
  return [...own, ...others].sort((one, other) => place(one) - place(other));
}

/** Part the facts of a bottle from what it tastes of and goes with. */
export function partFacts(facts: Fact[]): { bottle: Fact[]; taste: Fact[] } {
  return {
    bottle: facts.filter((fact) => !ON_OWN_LINE.includes(fact.slug)),
    taste: ON_OWN_LINE.flatMap((slug) => facts.filter((fact) => fact.slug === slug)),
  };
}

export function isFirst({ slug }: Fact): boolean {
  return FIRST.includes(slug);
}

/** Return the tags whose words are in no fact: an organic wine often has the tag “Organic” as well. */
export function omitTagsInFacts(tags: string[], facts: Fact[]): string[] {
  const values = facts.flatMap((fact) => fact.value.split(', '));
  return tags.filter((tag) => !values.includes(tag));
}

function place(fact: Fact): number {
  const index = ORDER.indexOf(fact.slug);
  return index < 0 ? ORDER.length : index;
}
