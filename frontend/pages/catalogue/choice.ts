import type { Option, VariationChoice } from '../../generated/pages';

/** The values picked so far: field (attribute_vintage) → value. */
export type Picked = Record<string, string>;

export type Offer = 'available' | 'sold out' | 'not made';

/** Return the variation that the picked values name, null while some are open or nothing fits. */
export function variationFor(options: Option[], variations: VariationChoice[], picked: Picked): VariationChoice | null {
  if (options.some((option) => !picked[option.field])) return null;
  return variations.find((variation) => fits(variation, picked)) ?? null;
}

/** Say whether a value can be had together with what is picked in the other options. */
export function offerOf(variations: VariationChoice[], picked: Picked, field: string, value: string): Offer {
  const wanted = { ...picked, [field]: value };
  const fitting = variations.filter((variation) => fits(variation, wanted));
  if (fitting.length === 0) return 'not made';
  return fitting.some((variation) => variation.most > 0) ? 'available' : 'sold out';
}

/** Explain why the picked values can't be bought and what can; empty when they can. */
export function explain(options: Option[], variations: VariationChoice[], picked: Picked): string {
  for (const { name, field, values } of options) {
    const value = picked[field];
    if (!value) continue;
    const offer = offerOf(variations, picked, field, value);
    if (offer === 'available') continue;
    const others = values.filter((other) => offerOf(variations, picked, field, other) === 'available');
    const why = offer === 'sold out' ? 'is sold out' : 'is not made in this combination';
    const instead = others.length > 0 ? ` You can have ${others.join(', ')}.` : '';
    return `${name} ${value} ${why}.${instead}`;
  }
  return '';
}

function fits(variation: VariationChoice, picked: Picked): boolean {
  return Object.entries(picked).every(([field, value]) => {
    const own = variation.choices[field];
    return !value || !own || own === value;
  });
}
