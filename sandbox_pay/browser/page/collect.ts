import type {
  ConfirmationTokenCreateParams,
  ConfirmationTokenResult,
  PaymentMethod,
  PaymentMethodResult,
  StripeError,
} from '@stripe/stripe-js';
import { call, type Parameters } from '../http.ts';
import type { MethodData } from '../messages.ts';
import { Elements } from './elements.ts';
import { IntegrationError, SANDBOX } from './origin.ts';

export const NOT_OFFERED: StripeError = {
  type: 'invalid_request_error',
  message: 'This sandbox takes cards in the payment element only.',
};

export interface MethodOptions {
  elements?: unknown;
  params?: MethodData;
  /** Without elements: the type of the method, and what it needs, as in `{ type: 'blik', blik: {} }`. */
  type?: string;
  [part: string]: unknown;
}

export interface TokenOptions {
  elements?: unknown;
  params?: ConfirmationTokenCreateParams;
}

export function createPaymentMethod(key: string, options: MethodOptions): Promise<PaymentMethodResult> {
  const { elements, params = {}, ...data } = options;
  return elements instanceof Elements ? methodOf(elements, params) : makeOfData(key, data as Parameters);
}

/** Make a method of what stands in the fields; with it comes what belongs to this confirmation alone. */
export async function methodOf(
  elements: Elements,
  data: MethodData,
): Promise<PaymentMethodResult & { options?: Parameters | undefined }> {
  const { error, paymentMethod, options } = await elements.createPaymentMethod(data);
  if (error) return { error };
  if (!paymentMethod) throw new IntegrationError('The fields gave no payment method.');
  return { paymentMethod, options };
}

/** Make a method of what the store's page knows itself. A card never is: it is taken in the element's frame alone. */
async function makeOfData(key: string, data: Parameters): Promise<PaymentMethodResult> {
  if (data.type === undefined || data.type === 'card') return { error: NOT_OFFERED };
  const answer = await call<PaymentMethod>(SANDBOX, key, 'POST', '/v1/payment_methods', data);
  return answer.error ? { error: answer.error } : { paymentMethod: answer.value };
}

export async function createConfirmationToken({ elements, params }: TokenOptions): Promise<ConfirmationTokenResult> {
  if (!(elements instanceof Elements)) return { error: NOT_OFFERED };
  const answer = await elements.createConfirmationToken(params ?? {});
  if (answer.error) return { error: answer.error };
  if (!answer.confirmationToken) throw new IntegrationError('The fields gave no confirmation token.');
  return { confirmationToken: answer.confirmationToken };
}
