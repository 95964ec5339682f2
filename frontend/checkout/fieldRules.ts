import type { FormError, FormField } from '../generated/pages';
import { foldCode, isEmail } from '../lib/foldCode';
import { PAYMENT } from '../payment/paymentErrors';

const PHONE =
  /^(?:tel: *)?[\d #_\-+/().]*\d[\d #_\-+/().]*?(?:(?:;ext=|[,;]? *(?:extension|extn|ext|x)[.: -]*)\d{1,9}|[,;]+ *\d{1,5})?$/i; // docs/behaviour/checkout.md#fields

/** What a field is about, without its group: 'postcode' of billing_postcode. The way to deliver is of no group. */
export function partOf(name: string): string {
  return name.replace(/^(billing|shipping)_(?!method)/, '');
}

/** Return what is wrong with a value, empty when nothing is. The store checks again, and more. */
export function problemWith(field: FormField, value: string): string {
  const text = foldCode(value);
  if (!text) return field.required ? `${field.label} is a required field.` : '';
  if (field.kind === 'email' && !isEmail(text)) return 'Enter an email address like name@example.com.';
  if (field.kind === 'tel' && !PHONE.test(text)) {
    return 'Use digits, spaces and # _ - + / ( ) . only. An extension goes last: “ext. 725”.';
  }
  return '';
}

/** Return what the field's own script refuses in it, '' for nothing: the meter of passwords does. */
export function ownRefusal({ validity, validationMessage }: HTMLInputElement): string {
  return validity.customError ? validationMessage : '';
}

/** The field of the bank code that one type is paid by. */
export const CODE = 'wc-stripe-blik-code';
const PAYING = new RegExp(`^(${PAYMENT}$|payment_method$|wc-\\w+-payment-token|${CODE}$|shipping_method)`);

/**
 * Return whether a field of this name is about how the shopper pays, and what: the method, a saved card, a code, and
 * the delivery, with which the total is another one.
 */
export function isAboutPaying(name: string): boolean {
  return PAYING.test(name);
}

/**
 * Read the list of refusals in a checkout answer (docs/behaviour/checkout.md#answers-of-the-checkout-call): each with
 * the id of its field, where it has one.
 */
export function readMessages(html: string): FormError[] {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const items = page.querySelectorAll('li');
  const messages = items.length > 0 ? [...items] : [page.body];
  return messages
    .map((item) => ({ field: item.getAttribute('data-id') ?? '', text: (item.textContent ?? '').trim() }))
    .filter((error) => error.text !== '');
}

/** The parts of an address that must be there before its totals are worth asking for. */
const NEEDED = ['country', 'address_1', 'city', 'state', 'postcode'];

/** Return whether the address that the parcel goes to is complete. */
export function hasFullAddress(fields: URLSearchParams): boolean {
  const groups = isSeparate(fields) ? ['billing', 'shipping'] : ['billing'];
  return groups.every((group) => isFull(fields, group));
}

/** Return whether an address has all its parts. Where there are no states or postcodes, the form does not ask for one. */
export function isFull(fields: URLSearchParams, group: string): boolean {
  const needed = NEEDED.filter((part) => !['state', 'postcode'].includes(part) || fields.has(`${group}_${part}`));
  return needed.every((part) => fields.get(`${group}_${part}`)?.trim());
}

export function isSeparate(fields: URLSearchParams): boolean {
  return fields.has('ship_to_different_address');
}
