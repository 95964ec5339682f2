import type { PriceText, Tier } from '../../generated/pages';

/** Return the row of the bulk table that a quantity reaches; '3 – 5' starts at 3. */
export function reachedTier(tiers: Tier[], quantity: number): Tier | null {
  return tiers.findLast((tier) => quantity >= startOf(tier)) ?? null;
}

/** Return the row after the reached one, with how many bottles more lead to it; null behind the last. */
export function nextTier(tiers: Tier[], quantity: number): { tier: Tier; more: number } | null {
  const tier = tiers.find((each) => startOf(each) > quantity);
  return tier ? { tier, more: startOf(tier) - quantity } : null;
}

/** Return what one bottle costs at a tier: the price of one is struck out beside it. */
export function priceAt(price: PriceText | null, tier: Tier | null): PriceText | null {
  if (!price || !tier?.unit_price) return price;
  return { current: tier.unit_price, regular: price.regular || price.current, from_lowest: false };
}

/** Say what a change of quantity does to the price of a bottle (quality 18); empty while the tier stays. */
export function priceChange(price: PriceText | null, before: Tier | null, after: Tier | null): string {
  if (before === after || !price) return '';
  if (!after) return `${price.current} each.`;
  if (!after.unit_price) return `${after.discount} each bottle.`;
  return `Now ${after.unit_price} each instead of ${price.current}, ${after.discount}.`;
}

function startOf(tier: Tier): number {
  return Number(/\d+/.exec(tier.range)?.[0] ?? Number.POSITIVE_INFINITY);
}
