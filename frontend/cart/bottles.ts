import type { MiniCart } from '../generated/pages';

/** Pages say nothing about the visitor: the cart is empty until an answer fills it. */
export const EMPTY_CART: MiniCart = { count: 0, subtotal: '', saved: '', free_delivery: null, lines: [] };

/** '1 bottle', '3 bottles'. */
export function bottles(count: number): string {
  return `${count} ${count === 1 ? 'bottle' : 'bottles'}`;
}
