import type { FormError } from '../../generated/pages';
import { fieldsOf } from '../../payment/placeOrder';
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
const AGREED = /^(terms|terms-field|of_age|of_age-field|born_(year|month|day)|shown_total)$/;
const PAYMENT = /^(wc-|wc_payment_intent_id$)/;
const ATTRIBUTION = 'wc_order_attribution_';

/** What the form says, the bill's address filled in also where it is the parcel's. */
export function saidBy(form: HTMLFormElement): URLSearchParams {
  return billed(fieldsOf(form));
}

/** The same of a form's fields. */
export function billed(fields: URLSearchParams): URLSearchParams {
  if (!isSame(fields)) return fields;
  for (const part of PARTS) {
    const value = fields.get(`shipping_${part}`);
    if (value === null) fields.delete(`billing_${part}`);
    else fields.set(`billing_${part}`, value);
  }
  return fields;
}

export function isSame(fields: URLSearchParams): boolean {
  return fields.has(SAME);
}

/** Say whether the addresses are complete enough for totals of their own. */
export function isComplete(fields: URLSearchParams): boolean {
  return ['shipping', 'billing'].every((group) => isFull(fields, group));
}

/** Who buys and where it goes, as the Store API asks for it. */
export function customer(fields: URLSearchParams) {
  return {
    billing_address: { ...address(fields, 'billing'), email: fields.get('billing_email') ?? '' },
    shipping_address: address(fields, 'shipping'),
  };
}

/** No more than the region: the rest of the address is not known yet. */
export function region(fields: URLSearchParams) {
  const of = (part: string) => fields.get(`shipping_${part}`) ?? '';
  return { shipping_address: { country: of('country'), state: of('state') } };
}

/** The whole order, as the Store API asks for it. */
export function orderOf(fields: URLSearchParams) {
  const pairs = [...fields];
  return {
    ...customer(fields),
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

/** What a refusal says of the form's fields; without any, its message is about the whole order. */
export function faults({ message, data }: StoreProblem, same: boolean): FormError[] {
  const found: FormError[] = Object.entries(data.fields ?? {}).map(([field, text]) => ({ field, text }));
  for (const [name, { code, message: text }] of data.fields ? [] : Object.entries(data.details ?? {})) {
    const group = name.replace('_address', '');
    found.push({ field: `${group}_${code.replace('invalid_', '')}`, text });
  }
  if (found.length === 0) return [{ field: '', text: message }];
  const shown = found.map(({ field, text }) => ({ field: same ? asParcels(field) : field, text }));
  return shown.filter(({ field }, index) => shown.findIndex((each) => each.field === field) === index);
}

/** The field in which the shopper typed it, while the bill has none of its own. */
export function asParcels(field: string): string {
  const part = field.replace('billing_', '');
  return (PARTS as readonly string[]).includes(part) ? `shipping_${part}` : field;
}

function address(fields: URLSearchParams, group: string): Record<string, string> {
  return Object.fromEntries(PARTS.map((part) => [part, fields.get(`${group}_${part}`)?.trim() ?? '']));
}
