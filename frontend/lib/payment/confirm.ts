import type { Stripe, StripeError } from '@stripe/stripe-js';
import type { ProviderSettings } from '../../generated/pages';
import { isOwnAddress } from '../go';
import { post } from '../http';
import { fromProvider, PaymentError } from './errors';

/** A payment that waits for the shopper, as the address names it (spec 2.13). */
export interface PendingConfirmation {
  orderId: string;
  clientSecret: string;
  nonce: string;
}

interface StatusAnswer {
  success: boolean;
  data?: { return_url?: string; error?: { message?: string } };
}

const SHAPE = /^#wc-\w+-confirm-pi:([^:]+):([^:]+):([^:]+)$/;

export function readHash(hash: string): PendingConfirmation | null {
  const [, orderId, clientSecret, nonce] = SHAPE.exec(hash) ?? [];
  return orderId && clientSecret && nonce ? { orderId, clientSecret, nonce } : null;
}

/** Take the payment out of the address, so that its secret stays in no history. */
export function takeHash(): PendingConfirmation | null {
  const pending = readHash(window.location.hash);
  if (pending) window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  return pending;
}

/**
 * Let the shopper confirm with the bank, then tell the store, which asks the provider itself what came of it; also
 * after a failure, so that the store knows. Returns where to go. Throws PaymentError or ConnectionError.
 */
export async function confirm(
  stripe: Stripe,
  pending: PendingConfirmation,
  provider: ProviderSettings,
): Promise<string> {
  const error = await challenge(stripe, pending.clientSecret);
  const answer = await post<StatusAnswer>(endpoint(provider, 'update_order_status'), {
    order_id: pending.orderId,
    intent_id: intentOf(pending.clientSecret),
    payment_method_id: '',
    _ajax_nonce: pending.nonce,
  });
  const url = answer.data?.return_url;
  if (answer.success && url && isOwnAddress(url)) return url;
  if (error) throw fromProvider(error, provider.messages);
  throw new PaymentError(answer.data?.error?.message || provider.generic_error);
}

/** Return the provider's error, or nothing. An intent that needs nothing more makes the provider's client throw. */
export async function challenge(stripe: Stripe, clientSecret: string): Promise<StripeError | undefined> {
  try {
    return (await stripe.handleNextAction({ clientSecret })).error;
  } catch {
    return undefined;
  }
}

function intentOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? '';
}

function endpoint(provider: ProviderSettings, name: string): string {
  return provider.ajax_url.replace('%%endpoint%%', `wc_${provider.gateway_id}_${name}`);
}
