import type { FormError } from '../../generated/pages';
import { readFields } from '../../payment/placeOrder';
import { isFull } from '../fieldRules';
import type { StoreProblem } from './storeApi';

export const SAME = 'use_same_address';
const PARTS = [
  'first_name',
  'last_name',
  'address_1',
  'address_2',
  'city',
  'state',
  'postcode',
  'country',
  'phone',
] as const;
const AGREED =
  /^(terms|terms-field|of_age|of_age-field|born_(year|month|day)|shown_total|subscription_(terms|charges)|weather_hold|is_gift|gift_\w+)$/;
const PAYMENT = /^(wc-|wc_payment_intent_id$)/;
const ATTRIBUTION = 'wc_order_attribution_';

/** Return the form's values. A billing address that is the same as the parcel's is filled in. */
export function readBlockForm(form: HTMLFormElement): URLSearchParams {
  return copyBillingAddress(readFields(form));
}

/** Fill the billing address in if it is the parcel's. */
export function copyBillingAddress(fields: URLSearchParams): URLSearchParams {
  if (!hasSameAddress(fields)) return fields;
  for (const part of PARTS) {
    const value = fields.get(`shipping_${part}`);
    if (value === null) fields.delete(`billing_${part}`);
    else fields.set(`billing_${part}`, value);
  }
  return fields;
}

export function hasSameAddress(fields: URLSearchParams): boolean {
  return fields.has(SAME);
}

/** Return whether the addresses are complete enough for totals of their own. */
export function isComplete(fields: URLSearchParams): boolean {
  return ['shipping', 'billing'].every((group) => isFull(fields, group));
}

/** Return the buyer and both addresses in the Store API's shape. */
export function buildCustomer(fields: URLSearchParams) {
  return {
    billing_address: { ...readAddress(fields, 'billing'), email: fields.get('billing_email') ?? '' },
    shipping_address: readAddress(fields, 'shipping'),
  };
}

/** Return the region alone, while the rest of the address is not known. */
export function buildRegion(fields: URLSearchParams) {
  const of = (part: string) => fields.get(`shipping_${part}`) ?? '';
  return { shipping_address: { country: of('country'), state: of('state') } };
}

/** Return the whole order in the Store API's shape. */
export function buildOrder(fields: URLSearchParams) {
  const pairs = [...fields];
  return {
    ...buildCustomer(fields),
    payment_method: fields.get('payment_method') ?? '',
    payment_data: pairs.filter(([name]) => PAYMENT.test(name)).map(([key, value]) => ({ key, value })),
    customer_note: fields.get('order_comments') ?? '',
    create_account: fields.has('createaccount'),
    customer_password: fields.has('createaccount') ? (fields.get('account_password') ?? '') : '',
    extensions: {
      vintner: Object.fromEntries(pairs.filter(([name]) => AGREED.test(name))),
      'woocommerce/order-attribution': Object.fromEntries(
        pairs
          .filter(([name]) => name.startsWith(ATTRIBUTION))
          .map(([name, value]) => [name.slice(ATTRIBUTION.length), value]),
      ),
    },
  };
}

/** Return a refusal's errors by field; without any field, its message is about the whole order. */
export function readFaults({ message, data }: StoreProblem, same: boolean): FormError[] {
  const errors: FormError[] = Object.entries(data.fields ?? {}).map(([field, text]) => ({ field, text }));
  for (const [name, { code, message: text }] of data.fields ? [] : Object.entries(data.details ?? {})) {
    const group = name.replace('_address', '');
    errors.push({ field: `${group}_${code.replace('invalid_', '')}`, text });
  }
  if (errors.length === 0) return [{ field: '', text: message }];
  const visible = errors.map(({ field, text }) => ({ field: same ? asShippingField(field) : field, text }));
  return visible.filter(({ field }, index) => visible.findIndex((each) => each.field === field) === index);
}

/** Return the field that the shopper filled in, while the bill has no address of its own. */
export function asShippingField(field: string): string {
  const part = field.replace('billing_', '');
  return (PARTS as readonly string[]).includes(part) ? `shipping_${part}` : field;
}

function readAddress(fields: URLSearchParams, group: string): Record<string, string> {
  return Object.fromEntries(PARTS.map((part) => [part, fields.get(`${group}_${part}`)?.trim() ?? '']));
}
