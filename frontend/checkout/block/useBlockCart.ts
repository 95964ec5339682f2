import { type ChangeEvent, type FocusEvent, type RefObject, useEffect, useMemo } from 'react';
import type { CouponResult } from '../../cart/couponCalls';
import type { FormError } from '../../generated/pages';
import { browser } from '../../lib/go';
import { ConnectionError, createQueue, type Fields } from '../../lib/http';
import { partOf } from '../fieldRules';
import {
  buildCustomer,
  buildRegion,
  hasSameAddress,
  isComplete,
  readBlockForm,
  readFaults,
  SAME,
} from './blockAnswers';
import { callStore, type StoreCart, type StoreDraft, StoreRefusal, showCart } from './storeApi';

const AFTER_TYPING = 1000; // docs/behaviour/pages.md#timing
const AFTER_CHANGE = 5; // docs/behaviour/pages.md#timing
const TYPED = ['address_1', 'address_2', 'city', 'postcode'];
const DRAFT_AND_CART = '/checkout?__experimental_calc_totals=true';
const LEFT = [...TYPED, 'state', 'email', 'phone'];

/**
 * Keeps the cart in step with the form through the Store API, one change after another. The newest answer wins.
 * `paidBy` is the way to pay that the page's total is for.
 */
export function useBlockCart(
  form: RefObject<HTMLFormElement | null>,
  paidBy: string,
  onFaults: (errors: FormError[]) => void,
) {
  const cart = useMemo(() => createCart(form, paidBy, onFaults), [form, paidBy, onFaults]);
  useEffect(() => {
    void cart.sendMethod();
    return cart.hold;
  }, [cart]);
  return cart;
}

function createCart(form: RefObject<HTMLFormElement | null>, paidBy: string, onFaults: (errors: FormError[]) => void) {
  const queue = createQueue();
  let timer = 0;
  let newest = 0;
  let newestAtPay = 0;
  let sent = '';
  let method = paidBy;
  let passedOver: StoreCart | null = null;

  const request = <Answer>(verb: string, path: string, body: object): Promise<Answer> => {
    const token = readBlockForm(form.current as HTMLFormElement).get('csrfmiddlewaretoken') ?? '';
    return callStore<Answer>(verb, path, token, body);
  };
  const post = (path: string, body: object) => () => request<StoreCart>('POST', path, body);
  /** Change the cart, after the changes before this one, and show what is answered unless there is more to come. */
  const send = (makeRequest: () => Promise<StoreCart>): Promise<void> => {
    newest += 1;
    const own = newest;
    return queue(async () => {
      try {
        passedOver = await makeRequest();
      } finally {
        if (own === newest && passedOver) {
          if (passedOver.items.length > 0) showCart(passedOver);
          else if (own > newestAtPay) browser.go('/cart/');
          passedOver = null;
        }
      }
    });
  };
  /** Send a change and show errors beside their fields; returns whether the store accepted it. */
  const change = async (makeRequest: () => Promise<StoreCart>): Promise<boolean> => {
    try {
      await send(makeRequest);
      return true;
    } catch (error) {
      if (!form.current) return false;
      if (error instanceof StoreRefusal)
        onFaults(readFaults(error.problem, hasSameAddress(readBlockForm(form.current))));
      else if (!(error instanceof ConnectionError)) throw error;
      else if (!error.aborted) onFaults([{ field: '', text: error.message }]);
      return false;
    }
  };
  const sendAddress = async () => {
    if (!form.current) return;
    const values = readBlockForm(form.current);
    const body = isComplete(values) ? buildCustomer(values) : buildRegion(values);
    // A country without its state is no place yet, if it has any.
    const lacksState = values.has('shipping_state') && !body.shipping_address.state;
    if (JSON.stringify(body) === sent || lacksState) return;
    sent = JSON.stringify(body);
    if (await change(post('/cart/update-customer', body))) return;
    sent = '';
    // With a postcode of another country, say, it is known all the same which taxes and deliveries there are.
    if (isComplete(values)) await change(post('/cart/update-customer', buildRegion(values)));
  };
  /** Send the payment method, because prices may depend on it. Without a choice, nothing is sent. */
  const sendMethod = async () => {
    const chosen = form.current && readBlockForm(form.current).get('payment_method');
    if (!chosen || chosen === method) return;
    const before = method;
    method = chosen;
    const draft = () => request<StoreDraft>('PUT', DRAFT_AND_CART, { payment_method: chosen });
    if (!(await change(async () => (await draft()).__experimentalCart))) method = before;
  };
  const schedule = (delay: number) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      void sendAddress();
      void sendMethod(); // another country may offer others
    }, delay);
  };
  /** An order is being placed. What was asked for before may be answered after it, and the order has emptied the cart. */
  const hold = () => {
    window.clearTimeout(timer);
    newestAtPay = newest;
  };
  const complete = () => form.current !== null && isComplete(readBlockForm(form.current));

  const onChange = (event: ChangeEvent<HTMLFormElement>) => {
    const { name, value } = event.target as unknown as HTMLInputElement;
    const part = partOf(name);
    if (name === 'shipping_method[0]') {
      void change(post('/cart/select-shipping-rate', { package_id: 0, rate_id: value }));
    } else if (name === 'payment_method') void sendMethod();
    else if (part === 'country' || name === 'shipping_state' || name === SAME) schedule(AFTER_CHANGE);
    else if (part === 'state' && complete()) schedule(AFTER_CHANGE);
    else if (TYPED.includes(part) && complete()) schedule(AFTER_TYPING);
  };
  const onBlur = (event: FocusEvent<HTMLFormElement>) => {
    const { name, value } = event.target as unknown as HTMLInputElement;
    // Kept with the draft as well; the order brings it along in any case.
    if (name === 'order_comments') void request('PUT', '/checkout', { customer_note: value }).catch(() => undefined);
    if (LEFT.includes(partOf(name ?? '')) && complete()) schedule(AFTER_CHANGE);
  };
  /** Put a coupon on, or take it off. Throws ConnectionError. */
  const sendCoupon = async (name: 'apply_coupon' | 'remove_coupon', fields: Fields): Promise<CouponResult> => {
    const parameters = new URLSearchParams(fields);
    const apply = name === 'apply_coupon';
    const code = parameters.get(apply ? 'coupon_code' : 'coupon') ?? '';
    const email = parameters.get('billing_email');
    try {
      if (apply && email) await send(post('/cart/update-customer', { billing_address: { email } })); // some coupons ask for it
      await send(post(apply ? '/cart/apply-coupon' : '/cart/remove-coupon', { code }));
    } catch (error) {
      if (error instanceof StoreRefusal) return { kind: 'error', text: error.message };
      throw error;
    }
    return { kind: 'success', text: apply ? 'The coupon has been added.' : 'The coupon has been taken off.' };
  };
  return { onChange, onBlur, hold, sendCoupon, sendMethod };
}
