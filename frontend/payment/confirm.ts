import type { Stripe, StripeError } from '@stripe/stripe-js';
import { isOwnAddress } from '../lib/go';
import { ConnectionError } from '../lib/http';
import type { Confirmation, OlderConfirmation, Pending } from './confirmationHash';
import { type Settling, updateOrderStatus } from './paymentCalls';
import { genericMessage, PaymentError, translateError } from './paymentErrors';
import { showVoucher } from './voucher';
import { payByWallet } from './wallet';

/**
 * Complete a payment that waits for the shopper. Returns where to go, always on this site, or '' for a payment that
 * does not exist. Throws PaymentError, with the generic message for an unexpected fault, or ConnectionError.
 */
export function settle(stripe: Stripe, pending: Pending, provider: Settling): Promise<string> {
  return withGenericError(() => settlePending(stripe, pending, provider), provider);
}

/**
 * Run `work`; an unexpected fault becomes a PaymentError with the generic message. Throws PaymentError or
 * ConnectionError.
 */
export async function withGenericError(work: () => Promise<string>, provider: Settling): Promise<string> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PaymentError || error instanceof ConnectionError) throw error;
    throw new PaymentError(genericMessage(provider));
  }
}

function settlePending(stripe: Stripe, pending: Pending, provider: Settling): Promise<string> {
  switch (pending.kind) {
    case 'confirm':
      return confirm(() => challenge(stripe, pending.clientSecret), pending, provider);
    case 'voucher':
      return showVoucher(stripe, pending, provider);
    case 'wallet':
      return payByWallet(stripe, pending, provider);
    case 'older':
      return confirmOlder(stripe, pending, provider);
  }
}

/**
 * Let the shopper confirm, then call the store, which reads the result from the provider. The call is also made after
 * a failure, so that the store knows of it. Returns where to go. Throws PaymentError or ConnectionError.
 */
export async function confirm(
  askShopper: () => Promise<StripeError | undefined>,
  pending: Confirmation,
  provider: Settling,
): Promise<string> {
  const error = await askShopper();
  const { returnUrl, message } = await updateOrderStatus(provider, pending);
  if (returnUrl && isOwnAddress(returnUrl)) return returnUrl;
  if (error) throw translateError(error, provider.messages);
  throw new PaymentError(message || provider.genericErrorMessage);
}

/**
 * The store never gives out this shape, and anybody can write one: an address of another site, and an intent that the
 * provider does not know, are nothing to the shopper. Returns '' then.
 */
async function confirmOlder(stripe: Stripe, pending: OlderConfirmation, provider: Settling): Promise<string> {
  if (!isOwnAddress(pending.returnUrl)) return '';
  const error = await challenge(stripe, pending.clientSecret);
  if (error?.code === 'resource_missing') return '';
  if (error) throw translateError(error, provider.messages);
  return pending.returnUrl;
}

/** Return the provider's error, or nothing. An intent that needs nothing more makes the provider's client throw. */
export async function challenge(stripe: Stripe, clientSecret: string): Promise<StripeError | undefined> {
  try {
    return (await stripe.handleNextAction({ clientSecret })).error;
  } catch {
    return undefined;
  }
}
