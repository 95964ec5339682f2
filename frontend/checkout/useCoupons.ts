import { type RefObject, useMemo, useState } from 'react';
import { DEFAULT_CART } from '../cart/cartContext';
import { sendCoupon } from '../cart/couponCalls';
import { ConnectionError } from '../lib/http';
import { showNotices } from '../notices/pageNotices';
import { readFields } from '../payment/placeOrder';

/** Adds coupons and removes them without leaving the form; `onChange` is called after each. */
export function useCoupons(
  form: RefObject<HTMLFormElement | null>,
  first: { code: string; problem: string },
  onChange: () => void,
  sendCall: typeof sendCoupon = sendCoupon,
) {
  const [coupon, setCoupon] = useState(first);

  const send = async (name: 'apply_coupon' | 'remove_coupon', code: string) => {
    if (!form.current) return;
    const fields = readFields(form.current);
    const parameters = {
      security: fields.get('csrfmiddlewaretoken') ?? '',
      billing_email: fields.get('billing_email') ?? '',
    };
    try {
      const result = await sendCall(name, {
        ...parameters,
        [name === 'apply_coupon' ? 'coupon_code' : 'coupon']: code,
      });
      if (result.kind === 'error') return setCoupon({ code, problem: result.text });
      setCoupon({ code: '', problem: '' });
      showNotices([{ ...result, link: null }]);
      onChange();
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      setCoupon({ code, problem: error.message });
    }
  };

  /** Handle a press of a coupon's button, or Enter in the field; returns whether it was one. */
  const press = (button: HTMLElement | null): boolean => {
    const { activeElement } = document;
    const typing = activeElement instanceof HTMLInputElement && activeElement.name === 'coupon_code';
    const { name, value } = button instanceof HTMLButtonElement ? button : { name: '', value: '' };
    if (name === 'remove_coupon') void send('remove_coupon', value);
    else if (name === 'apply_coupon' || (typing && !name)) {
      void send('apply_coupon', readFields(form.current as HTMLFormElement).get('coupon_code') ?? '');
    } else return false;
    return true;
  };
  const surroundings = useMemo(() => ({ ...DEFAULT_CART, coupon }), [coupon]);
  return { surroundings, press };
}
