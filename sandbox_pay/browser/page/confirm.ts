import type { PaymentIntent, SetupIntent } from '@stripe/stripe-js';
import type { Answer, Parameters } from '../http.ts';
import type { MethodData } from '../messages.ts';
import { methodOf, NOT_OFFERED } from './collect.ts';
import { Elements } from './elements.ts';
import type { Intents } from './intents.ts';
import { IntegrationError } from './origin.ts';

export interface ConfirmOptions {
  elements?: unknown;
  clientSecret?: string;
  redirect?: 'always' | 'if_required';
  confirmParams?: {
    return_url?: string;
    payment_method?: string;
    payment_method_data?: MethodData;
    confirmation_token?: string;
    shipping?: object;
    receipt_email?: string;
  };
}

export interface CardData {
  payment_method?: string | object;
  payment_method_options?: object;
  return_url?: string;
  shipping?: object;
  receipt_email?: string;
}

export interface Handling {
  handleActions?: boolean;
}

/** What confirmPayment and confirmSetup have in common. `name` is what the store called. */
export async function confirm<I extends PaymentIntent | SetupIntent>(
  intents: Intents<I>,
  name: string,
  options: ConfirmOptions,
): Promise<Answer<I>> {
  const { elements, confirmParams = {}, redirect = 'always' } = options;
  const secret = options.clientSecret ?? (elements instanceof Elements ? elements.clientSecret : undefined);
  if (secret === undefined) throw new IntegrationError(`${name} needs a clientSecret.`);
  if (redirect === 'always' && confirmParams.return_url === undefined) {
    throw new IntegrationError(`${name} needs confirmParams.return_url, unless redirect is 'if_required'.`);
  }
  const { payment_method_data: data, ...parameters } = confirmParams;
  const confirmed: Parameters = { ...(parameters as Parameters) };
  if (elements instanceof Elements) {
    const made = await methodOf(elements, data ?? {});
    if (made.error) return { error: made.error };
    confirmed.payment_method = made.paymentMethod.id;
    if (made.options) confirmed.payment_method_options = made.options;
  }
  return arrived(intents, await goOn(intents, secret, confirmed, true), redirect, confirmParams.return_url);
}

/** Confirm; an intent that waits for the shopper already, and is given nothing new, goes on with its question. */
async function goOn<I extends PaymentIntent | SetupIntent>(
  intents: Intents<I>,
  secret: string,
  parameters: Parameters,
  handleActions: boolean,
): Promise<Answer<I>> {
  if (parameters.payment_method === undefined && parameters.confirmation_token === undefined) {
    const found = await intents.retrieve(secret);
    if (found.error) return found;
    if (found.value.status === 'requires_action') return handleActions ? intents.handleNextAction(secret) : found;
  }
  return intents.confirm(secret, parameters, handleActions);
}

const REDIRECT_STATUS: Record<string, string> = {
  succeeded: 'succeeded',
  requires_capture: 'succeeded',
  processing: 'pending',
  requires_action: 'pending',
};

/** With redirect "always" a payment that did not leave the page goes where a redirect would have ended. */
function arrived<I extends PaymentIntent | SetupIntent>(
  { kind }: Intents<I>,
  answer: Answer<I>,
  redirect: 'always' | 'if_required',
  returnUrl: string | undefined,
): Answer<I> | Promise<Answer<I>> {
  if (answer.error || redirect !== 'always' || returnUrl === undefined) return answer;
  const { id, client_secret: secret, status } = answer.value;
  const url = new URL(returnUrl, location.href);
  url.searchParams.set(kind.name, id);
  url.searchParams.set(`${kind.name}_client_secret`, secret ?? '');
  url.searchParams.set('redirect_status', REDIRECT_STATUS[status] ?? 'failed');
  location.assign(url);
  return new Promise(() => {});
}

/** What confirmCardPayment and confirmCardSetup have in common. */
export function confirmCard<I extends PaymentIntent | SetupIntent>(
  intents: Intents<I>,
  secret: string,
  data: CardData,
  handleActions: boolean,
): Promise<Answer<I>> {
  if (typeof data.payment_method === 'object') return Promise.resolve({ error: NOT_OFFERED });
  return goOn(intents, secret, data as Parameters, handleActions);
}

/** What confirmBoletoPayment and its kin have in common: a method of this type is made of `data`, unless there is one. */
export async function confirmType<I extends PaymentIntent | SetupIntent>(
  intents: Intents<I>,
  type: string,
  secret: string,
  data: CardData,
  { handleActions = true }: Handling,
): Promise<Answer<I>> {
  const { payment_method: method, ...rest } = data;
  const parameters = rest as Parameters;
  if (typeof method === 'string')
    return goOn(intents, secret, { ...parameters, payment_method: method }, handleActions);
  const found = await intents.retrieve(secret);
  if (found.error) return found;
  if (method === undefined && found.value.status !== 'requires_payment_method') {
    return goOn(intents, secret, parameters, handleActions);
  }
  const made: Parameters = { ...((method ?? {}) as Parameters), type };
  return intents.confirm(secret, { ...parameters, payment_method_data: made }, handleActions);
}
