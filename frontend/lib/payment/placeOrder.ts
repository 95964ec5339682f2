import type { BillingDetails } from '@stripe/stripe-js';
import type { FormError } from '../../generated/pages';
import { post } from '../http';
import { NOT_LOADED, PaymentError } from './errors';

/** The field that names a saved card, or a new one (spec 4, payment element mode). */
export const TOKEN = 'wc-stripe-payment-token';
export const NEW_CARD = 'new';

/** What the card's fields can do. */
export interface Card {
  /** Check the fields and return the provider's name for this card. Throws PaymentError. */
  createMethod: (billing: Partial<BillingDetails>) => Promise<string>;
}

/** The store's answer to an order (spec 7.2, call 20). */
export interface OrderAnswer {
  result?: 'success' | 'failure';
  redirect?: string;
  messages?: string;
  /** The same, where the answer tells them apart. */
  errors?: FormError[];
  refresh?: boolean;
  reload?: boolean;
}

/** Send the form with a way to pay. Throws PaymentError or ConnectionError. */
export async function placeOrder(form: HTMLFormElement, card: Card | null): Promise<OrderAnswer> {
  const fields = await withCard(fieldsOf(form), card);
  fields.set('woocommerce-process-checkout-nonce', fields.get('csrfmiddlewaretoken') ?? '');
  return post<OrderAnswer>('/?wc-ajax=checkout', fields);
}

/**
 * Turn the card into a payment method, and return the fields with it. A saved card, and an order that costs nothing,
 * need none. Throws PaymentError or ConnectionError.
 */
export async function withCard(fields: URLSearchParams, card: Card | null): Promise<URLSearchParams> {
  if (fields.has('payment_method') && !namesSavedCard(fields)) {
    if (!card) throw new PaymentError(NOT_LOADED, true);
    const method = await card.createMethod(billingDetails(fields));
    fields.set('wc-stripe-payment-method', method);
    fields.set('wc-stripe-is-deferred-intent', '1');
  }
  return fields;
}

function namesSavedCard(fields: URLSearchParams): boolean {
  const token = fields.get(TOKEN);
  return token !== null && token !== NEW_CARD;
}

/** Return a form's fields as they would be sent. */
export function fieldsOf(form: HTMLFormElement): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) fields.append(name, String(value));
  return fields;
}

/** What the provider is told of the payer (spec 3, billing details): all that its own fields do not ask. */
export function billingDetails(fields: URLSearchParams): BillingDetails {
  const of = (name: string) => (fields.get(`billing_${name}`) ?? '').trim();
  return {
    name: `${of('first_name')} ${of('last_name')}`.trim(),
    email: of('email'),
    phone: of('phone'),
    address: {
      city: of('city'),
      country: of('country'),
      line1: of('address_1'),
      line2: of('address_2'),
      postal_code: of('postcode'),
      state: of('state'),
    },
  };
}
