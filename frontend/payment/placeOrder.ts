import type { BillingDetails } from '@stripe/stripe-js';
import type { FormError } from '../generated/pages';
import { post } from '../lib/http';
import { addInput, type Carrier, type PaymentInput, tokenField } from './fields/paymentInput';

/** The card's gateway is called as the provider is; those of the other types add theirs: 'stripe_ideal'. */
export const CARD = 'stripe';
export const TOKEN = tokenField(CARD);

/** The store's answer to an order (docs/behaviour/checkout.md#answers-of-the-checkout-call). */
export interface OrderAnswer {
  result?: 'success' | 'failure';
  redirect?: string;
  messages?: string;
  /** Field → what is wrong with it, where the list of messages does not say which field it is. */
  fields?: Record<string, string>;
  /** All errors, where the answer has them by field. */
  errors?: FormError[];
  refresh?: boolean;
  reload?: boolean;
  /** The token to use from now on, if the store sends one: with the order, the guest may have become a customer. */
  nonce?: string;
}

/** Sends a form's fields with the payment method's input. Throws PaymentError or ConnectionError. */
export type Send = (fields: URLSearchParams, input: PaymentInput | null, form: HTMLFormElement) => Promise<OrderAnswer>;

export const placeOrder: Send = async (fields, input) => {
  const sent = await addPaymentInput(fields, input);
  sent.set('woocommerce-process-checkout-nonce', sent.get('csrfmiddlewaretoken') ?? '');
  return post<OrderAnswer>('/?wc-ajax=checkout', sent);
};

/** Return the fields with the payment method's input. Throws PaymentError. */
export function addPaymentInput(
  fields: URLSearchParams,
  input: PaymentInput | null,
  carrier?: Carrier,
): Promise<URLSearchParams> {
  return addInput(fields, input, billingDetails(fields), carrier);
}

/** Return a form's fields as they would be sent. */
export function readFields(form: HTMLFormElement): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) fields.append(name, String(value));
  return fields;
}

/** Return the payer's details for the provider: all that its own fields do not contain. */
export function billingDetails(fields: URLSearchParams): BillingDetails {
  const of = (name: string) => (fields.get(`billing_${name}`) ?? '').trim();
  return {
    name: `${of('first_name')} ${of('last_name')}`.trim(),
    email: of('email'),
    // The provider's fields may contain it. All else is in the form alone and is sent even if it is empty.
    ...(of('phone') ? { phone: of('phone') } : {}),
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
