import type { Tier } from '../../generated/pages';

/** Return the row of the bulk table that a quantity reaches; '3 – 5' starts at 3. */
export function reachedTier(tiers: Tier[], quantity: number): Tier | null {
  return tiers.findLast((tier) => quantity >= startOf(tier)) ?? null;
}

function startOf(tier: Tier): number {
  return Number(/\d+/.exec(tier.range)?.[0] ?? Number.POSITIVE_INFINITY);
}
