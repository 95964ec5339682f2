import type { PaymentIntentResult, PaymentMethodResult, Stripe, StripeError } from '@stripe/stripe-js';
import type { Parameters } from '../http.ts';
import type { BillingDetails } from '../messages.ts';
import { Elements } from './elements.ts';
import type { GroupOptions } from './frameOptions.ts';
import { Intents } from './intents.ts';
import { IntegrationError } from './origin.ts';

/** The functions of Stripe.js that this sandbox offers; the compiler holds them to the published types. */
type Offered = Pick<
  Stripe,
  | 'elements'
  | 'createToken'
  | 'createPaymentMethod'
  | 'confirmPayment'
  | 'confirmCardPayment'
  | 'handleNextAction'
  | 'retrievePaymentIntent'
  | 'registerAppInfo'
> & { _registerWrapper: (wrapper: object) => void };

interface ConfirmOptions {
  elements?: unknown;
  clientSecret?: string;
  redirect?: 'always' | 'if_required';
  confirmParams?: {
    return_url?: string;
    payment_method?: string;
    payment_method_data?: { billing_details?: BillingDetails };
    shipping?: object;
    receipt_email?: string;
  };
}

interface MethodOptions {
  elements?: unknown;
  params?: { billing_details?: BillingDetails };
}

interface CardData {
  payment_method?: string | object;
  return_url?: string;
  shipping?: object;
  receipt_email?: string;
}

const NOT_OFFERED: StripeError = {
  type: 'invalid_request_error',
  message: 'This sandbox makes payment methods from the payment element only.',
};

export function createClient(publishableKey: string): Offered {
  const intents = new Intents(publishableKey);
  const client = {
    elements: (options: GroupOptions = {}) => new Elements(publishableKey, options),
    createToken: () => Promise.resolve({ error: NOT_OFFERED }),
    createPaymentMethod: (options: MethodOptions) => createPaymentMethod(options),
    confirmPayment: (options: ConfirmOptions) => confirmPayment(intents, options),
    confirmCardPayment: (secret: string, data: CardData = {}, options: { handleActions?: boolean } = {}) =>
      confirmCardPayment(intents, secret, data, options.handleActions ?? true),
    handleNextAction: ({ clientSecret }: { clientSecret?: string }) => intents.handleNextAction(clientSecret ?? ''),
    handleCardPayment: (secret: string) => intents.handleNextAction(secret),
    retrievePaymentIntent: (secret: string) => intents.retrieve(secret),
    registerAppInfo: () => {},
    _registerWrapper: () => {},
  };
  // Stripe's types give one function several signatures, and confirmPayment answers never when it navigates.
  return client as unknown as Offered & typeof client;
}

async function createPaymentMethod({ elements, params }: MethodOptions): Promise<PaymentMethodResult> {
  if (!(elements instanceof Elements)) return { error: NOT_OFFERED };
  const answer = await elements.createPaymentMethod(params?.billing_details ?? {});
  if (answer.error) return { error: answer.error };
  if (!answer.paymentMethod) throw new IntegrationError('The card fields gave no payment method.');
  return { paymentMethod: answer.paymentMethod };
}

async function confirmPayment(intents: Intents, options: ConfirmOptions): Promise<PaymentIntentResult> {
  const { elements, confirmParams = {}, redirect = 'always' } = options;
  const secret = options.clientSecret ?? (elements instanceof Elements ? elements.clientSecret : undefined);
  if (secret === undefined) throw new IntegrationError('confirmPayment needs a clientSecret.');
  if (redirect === 'always' && confirmParams.return_url === undefined) {
    throw new IntegrationError("confirmPayment needs confirmParams.return_url, unless redirect is 'if_required'.");
  }
  const { payment_method_data: data, ...parameters } = confirmParams;
  const confirmed: Parameters = { ...(parameters as Parameters) };
  if (elements instanceof Elements) {
    const made = await createPaymentMethod({ elements, params: { billing_details: data?.billing_details ?? {} } });
    if (made.error) return { error: made.error };
    confirmed.payment_method = made.paymentMethod.id;
  }
  return arrived(await intents.confirm(secret, confirmed), redirect, confirmParams.return_url);
}

/** Cards never leave the page by themselves: with redirect "always" it goes where a redirect would have ended. */
function arrived(
  result: PaymentIntentResult,
  redirect: 'always' | 'if_required',
  returnUrl: string | undefined,
): PaymentIntentResult | Promise<PaymentIntentResult> {
  const intent = result.paymentIntent;
  if (!intent || redirect !== 'always' || returnUrl === undefined) return result;
  const url = new URL(returnUrl, location.href);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '');
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  location.assign(url);
  return new Promise(() => {});
}

async function confirmCardPayment(
  intents: Intents,
  secret: string,
  data: CardData,
  handleActions: boolean,
): Promise<PaymentIntentResult> {
  if (typeof data.payment_method === 'object') return { error: NOT_OFFERED };
  const intent = await intents.retrieve(secret);
  if (intent.paymentIntent?.status === 'requires_action' && data.payment_method === undefined) {
    return handleActions ? intents.handleNextAction(secret) : intent;
  }
  return intents.confirm(secret, data as Parameters, handleActions);
}
