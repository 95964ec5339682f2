import type { CartPage } from '../../generated/pages';
import { createQueue, type Fields, get, post } from '../../lib/http';
import { type CouponResult, sendCoupon } from '../couponCalls';

/** One request after another, so that an older answer never follows a newer one. */
const queue = createQueue();

/** Send the form as this button would, and return the cart page that the store answers. Throws ConnectionError. */
export function sendCart(form: HTMLFormElement, button: HTMLButtonElement | null): Promise<CartPage> {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form, button)) fields.append(name, String(value));
  if (!button) fields.append('update_cart', '1');
  return queue(() => post<CartPage>('/cart/', fields));
}

/** Return the cart page as it is now. Throws ConnectionError. */
export async function readCart(): Promise<CartPage> {
  return queue(async () => JSON.parse(await get('/cart/', { Accept: 'application/json' })) as CartPage);
}

/** Send the form without our help. */
export function sendPlainly(form: HTMLFormElement, button: HTMLButtonElement | null): void {
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = button?.name ?? 'update_cart';
  field.value = button?.value ?? '1';
  form.append(field);
  form.submit();
}

/** Put a coupon on the cart, or take it off. Throws ConnectionError. */
export function sendCartCoupon(name: 'apply_coupon' | 'remove_coupon', fields: Fields): Promise<CouponResult> {
  return queue(() => sendCoupon(name, fields));
}

/** Have another bottle of what a promotion gives; `choice` is rule, product and variation. */
export async function swapGift(choice: string, token: string): Promise<boolean> {
  const [rule_unique_id = '', parent_id = '', product_id = ''] = choice.split(':');
  const fields = {
    action: 'awdr_change_discount_product_in_cart',
    awdr_nonce: token,
    rule_unique_id,
    parent_id,
    product_id,
  };
  const answer = await queue(() => post<{ success: boolean; data: unknown }>('/wp-admin/admin-ajax.php', fields));
  return answer.data === 1;
}
