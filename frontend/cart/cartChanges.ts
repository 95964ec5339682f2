import type { LineView } from '../generated/pages';
import { type CartAnswer, changeCart } from './cartCalls';

/** Take a line out. Throws ConnectionError. */
export function removeFromCart(key: string): Promise<CartAnswer> {
  return changeCart('/?wc-ajax=remove_from_cart', { cart_item_key: key });
}

/** Set a line's quantity, 0 to take it out. Throws ConnectionError. */
export function setQuantity(key: string, quantity: number): Promise<CartAnswer> {
  return changeCart('/?wc-ajax=xoo_cp_update_cart', { cart_key: key, new_qty: String(quantity) });
}

/** Put a line back that was taken out. Throws ConnectionError. */
export function undoRemoval(key: string): Promise<CartAnswer> {
  return changeCart('/?wc-ajax=xoo_cp_undo_item', { cart_key: key });
}

/** Take everything out. Throws ConnectionError. */
export function emptyCart(): Promise<CartAnswer> {
  return changeCart('/wp-admin/admin-ajax.php', { action: 'xoo_cp_empty_cart' });
}

/** Put so many bottles back that the store forgot. Throws ConnectionError. */
export function addAgain({ variation_id, quantity }: LineView): Promise<CartAnswer> {
  return changeCart('/?wc-ajax=add_to_cart', { product_id: String(variation_id), quantity: String(quantity) });
}
