import type { BillingDetails, StripeError } from '@stripe/stripe-js';
import { NOT_LOADED, PaymentError } from '../paymentErrors';

/** What the fields of a way to pay can do. */
export interface DeferredInput {
  /** Check the fields and return the provider's name for what stands in them. Throws PaymentError. */
  createMethod: (billing: Partial<BillingDetails>) => Promise<string>;
  /** The same as a token that pays once; absent where the provider makes none of it. */
  createToken?: (billing: Partial<BillingDetails>) => Promise<string>;
  /** Put the focus into the fields; absent where there are none of the provider's. */
  focus?: () => void;
}

/** The fields of a type that needs an intent before there is an order. */
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

/** What fields tell of themselves: what they can do, null when they won't come, nothing while they are on their way. */
export type InputState<Kind extends PaymentInput = PaymentInput> = Kind | null | undefined;

/** By what a new way to pay goes to the store: a payment method, or a token that pays once. */
export type Carrier = 'method' | 'token';

/** The value that stands for a way to pay that is not saved yet. */
export const NEW = 'new';

/** The field that names a saved way to pay of a gateway, or a new one. */
export function tokenField(gateway: string): string {
  return `wc-${gateway}-payment-token`;
}

/** The field that says whether a new way to pay is to be kept. */
export function saveField(gateway: string): string {
  return `wc-${gateway}-new-payment-method`;
}

/** Return the gateway of a way to pay that is to be entered; null where it is a saved one, or nothing is to be paid. */
export function readNewGateway(fields: URLSearchParams): string | null {
  const gateway = fields.get('payment_method');
  const token = gateway === null ? null : fields.get(tokenField(gateway));
  return token === null || token === NEW ? gateway : null;
}

/**
 * Name in the fields how the shopper pays. A saved way, and an order that costs nothing, are named already. Throws
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

/** What the panels of other gateways hold is not meant. */
function dropOtherGateways(fields: URLSearchParams, gateway: string): void {
  for (const name of [...fields.keys()]) {
    const isGateways = name.endsWith('-payment-token') || name.endsWith('-new-payment-method');
    if (isGateways && name !== tokenField(gateway) && name !== saveField(gateway)) fields.delete(name);
  }
}
