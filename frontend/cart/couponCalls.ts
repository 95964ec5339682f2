import { type Fields, postForHtml } from '../lib/http';

/** The store's answer to a coupon. */
export interface CouponResult {
  kind: 'error' | 'success';
  text: string;
}

/** Put a coupon on the cart, or take it off. Throws ConnectionError. */
export async function sendCoupon(name: 'apply_coupon' | 'remove_coupon', fields: Fields): Promise<CouponResult> {
  const html = await postForHtml(`/?wc-ajax=${name}`, fields);
  const element = html.querySelector('[role="alert"]');
  if (!element) throw new Error(`${name} answered without a notice`);
  const kind = element.matches('.woocommerce-error') ? 'error' : 'success';
  return { kind, text: element.textContent.trim() };
}
