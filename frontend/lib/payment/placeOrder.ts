import type { BillingDetails } from '@stripe/stripe-js';
import { post } from '../http';
import { NOT_LOADED, PaymentError } from './errors';

/** What the card's fields can do. */
export interface Card {
  /** Check the fields and return the provider's name for this card. Throws PaymentError. */
  createMethod: (billing: BillingDetails) => Promise<string>;
}

/** The store's answer to an order (spec 7.2, call 20). */
export interface OrderAnswer {
  result?: 'success' | 'failure';
  redirect?: string;
  messages?: string;
  refresh?: boolean;
  reload?: boolean;
}

/** Turn the card into a payment method, then send the form with it. Throws PaymentError or ConnectionError. */
export async function placeOrder(form: HTMLFormElement, card: Card | null): Promise<OrderAnswer> {
  if (!card) throw new PaymentError(NOT_LOADED, true);
  const fields = fieldsOf(form);
  const method = await card.createMethod(billingDetails(fields));
  fields.set('wc-stripe-payment-method', method);
  fields.set('wc-stripe-is-deferred-intent', '1');
  fields.set('woocommerce-process-checkout-nonce', fields.get('csrfmiddlewaretoken') ?? '');
  return post<OrderAnswer>('/?wc-ajax=checkout', fields);
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
