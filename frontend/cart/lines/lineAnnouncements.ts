import type { LineView } from '../../generated/pages';

/** Describe the changed prices of a cart: 'Reserva: now $13.59 each instead of $16.99.' */
export function describePriceChanges(before: LineView[], after: LineView[]): string {
  const old = new Map(before.map((line) => [line.key, line.unit_price]));
  const changed = after.filter((line) => {
    const price = old.get(line.key);
    return price !== undefined && price !== line.unit_price;
  });
  return changed.map((line) => `${line.name}: now ${line.unit_price} each instead of ${old.get(line.key)}.`).join(' ');
}

/** Describe the gifts that promotions put into the cart. */
export function describeGifts(before: LineView[], after: LineView[]): string {
  const there = new Set(before.map((line) => line.key));
  const gifts = after.filter((line) => line.given && !there.has(line.key));
  return gifts.map((line) => `${line.quantity} × ${line.name} added: ${line.given}.`).join(' ');
}
