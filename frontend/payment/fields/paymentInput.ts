import type { BillingDetails, StripeError } from '@stripe/stripe-js';
import { NOT_LOADED, PaymentError } from '../paymentErrors';

/** The input of a payment method's fields while there is no intent. */
export interface DeferredInput {
  /** Check the fields and return the provider's name for what stands in them. Throws PaymentError. */
  createMethod: (billing: Partial<BillingDetails>) => Promise<string>;
  /** The same as a token that pays once; absent where the provider makes none of it. */
  createToken?: (billing: Partial<BillingDetails>) => Promise<string>;
  /** Put the focus into the fields; absent where there are none of the provider's. */
  focus?: () => void;
}

/** The input of a type that needs an intent before there is an order. */
export interface IntentInput {
  type: string;
  intentId: string;
  clientSecret: string;
  /** Check the fields, and remember who pays. Throws PaymentError. */
  check: (billing: Partial<BillingDetails>) => Promise<void>;
  /** Pay by what stands in them; returns the provider's error, or nothing. */
  pay: (returnUrl: string) => Promise<StripeError | undefined>;
  /** Have the store open another intent, by this token: one that an order was tried with is spent. */
  renew: (nonce: string) => void;
}

export type PaymentInput = DeferredInput | IntentInput;

/** The state of a method's fields: their input, null if they cannot be loaded, undefined while they are loading. */
export type InputState<Kind extends PaymentInput = PaymentInput> = Kind | null | undefined;

/** How a new payment method is sent to the store: by its id, or by a token that pays once. */
export type Carrier = 'method' | 'token';

/** The value for a payment method that is not saved yet. */
export const NEW = 'new';

/** Return the name of the field with a gateway's saved payment method, or NEW. */
export function tokenField(gateway: string): string {
  return `wc-${gateway}-payment-token`;
}

/** Return the name of the field that says whether a new payment method is to be saved. */
export function saveField(gateway: string): string {
  return `wc-${gateway}-new-payment-method`;
}

/** Return the gateway of a payment method that is being entered; null for a saved one, and if nothing is to be paid. */
export function readNewGateway(fields: URLSearchParams): string | null {
  const gateway = fields.get('payment_method');
  const token = gateway === null ? null : fields.get(tokenField(gateway));
  return token === null || token === NEW ? gateway : null;
}

/**
 * Add the payment method's input to the fields. A saved method, and an order that costs nothing, need none. Throws
 * PaymentError.
 */
export async function addInput(
  fields: URLSearchParams,
  input: PaymentInput | null,
  billing: Partial<BillingDetails>,
  carrier: Carrier = 'method',
): Promise<URLSearchParams> {
  const gateway = fields.get('payment_method');
  if (gateway === null) return fields;
  dropOtherGateways(fields, gateway);
  if (readNewGateway(fields) === null) return fields;
  if (!input) throw new PaymentError(NOT_LOADED, true);
  if ('intentId' in input) {
    await input.check(billing);
    fields.set('wc_payment_intent_id', input.intentId);
    return fields;
  }
  if (carrier === 'token' && input.createToken) {
    fields.set('wc-stripe-confirmation-token', await input.createToken(billing));
  } else {
    fields.set('wc-stripe-payment-method', await input.createMethod(billing));
  }
  fields.set('wc-stripe-is-deferred-intent', '1');
  return fields;
}

/** Delete the values of other gateways' panels. */
function dropOtherGateways(fields: URLSearchParams, gateway: string): void {
  for (const name of [...fields.keys()]) {
    const isGateways = name.endsWith('-payment-token') || name.endsWith('-new-payment-method');
    if (isGateways && name !== tokenField(gateway) && name !== saveField(gateway)) fields.delete(name);
  }
}
