import type { Combination, Option, VariationChoice } from '../../generated/pages';

/** The values picked so far: field (attribute_vintage) → value. */
export type Picked = Record<string, string>;

export type Offer = 'available' | 'sold out' | 'not made';

// WooCommerce's words.
export const NO_MATCH = 'Sorry, no products matched your selection. Please choose a different combination.';
export const UNAVAILABLE = 'Sorry, this product is unavailable. Please choose a different combination.';

/** Return the variation that the picked values name, null while some are open or nothing fits. */
export function variationFor<Made extends Combination>(options: Option[], made: Made[], picked: Picked): Made | null {
  if (openOption(options, picked)) return null;
  return made.find((combination) => fits(combination, picked)) ?? null;
}

/** Return whether a value can be had together with what is picked in the other options. */
export function offerOf(made: Combination[], picked: Picked, field: string, value: string): Offer {
  const wanted = { ...picked, [field]: value };
  const fitting = made.filter((combination) => fits(combination, wanted));
  if (fitting.length === 0) return 'not made';
  return fitting.some((combination) => combination.most > 0) ? 'available' : 'sold out';
}

/** Explain why the picked values can't be bought and what can; empty when they can. */
export function explain(options: Option[], made: Combination[], picked: Picked): string {
  for (const { name, field, values } of options) {
    const value = picked[field];
    if (!value) continue;
    const offer = offerOf(made, picked, field, value);
    if (offer === 'available') continue;
    const others = values.filter((other) => offerOf(made, picked, field, other) === 'available');
    const why = offer === 'sold out' ? 'is sold out' : 'is not made in this combination';
    const instead = others.length > 0 ? ` You can have ${others.join(', ')}.` : '';
    return `${name} ${value} ${why}.${instead}`;
  }
  return '';
}

/** Return the first option that nothing is picked of. */
export function openOption(options: Option[], picked: Picked): Option | undefined {
  return options.find((option) => !picked[option.field]);
}

/** Return what the only price is at which a value can be had, '' where there are several or none is known. */
export function priceOf(made: Combination[], picked: Picked, field: string, value: string): string {
  const fitting = made.filter((combination) => fits(combination, { ...picked, [field]: value }));
  const prices = fitting.map((each) => (each as Partial<VariationChoice>).price?.current);
  return (prices.every((each) => each === prices[0]) && prices[0]) || '';
}

/** Return what stands in the way of adding: a choice that is still open, or what was chosen; empty for nothing. */
export function obstacle(open: Option | undefined, chosen: Combination | null): string {
  if (open) return open.missing;
  if (!chosen) return NO_MATCH;
  return chosen.most > 0 ? '' : UNAVAILABLE;
}

/** Return the address that makes a choice. What else it says stays. */
export function addressOf(address: string, options: Option[], picked: Picked): string {
  const url = new URL(address);
  for (const { field } of options) {
    const value = picked[field];
    if (value) url.searchParams.set(field, value);
    else url.searchParams.delete(field);
  }
  return url.href;
}

function fits(combination: Combination, picked: Picked): boolean {
  return Object.entries(picked).every(([field, value]) => {
    const own = combination.choices[field];
    return !value || !own || own === value;
  });
}
