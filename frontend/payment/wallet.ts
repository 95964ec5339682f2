import type { Stripe, StripeError } from '@stripe/stripe-js';
import { isOwnAddress } from '../lib/go';
import type { Wallet } from './confirmationHash';
import { type Settling, updateOrderStatus } from './paymentCalls';
import { formatMessage, PaymentError, translateError } from './paymentErrors';

interface Outcome {
  error?: StripeError | undefined;
  status?: string | undefined;
}

/**
 * Show a wallet's code, or open it on the phone. Returns where to go when the shopper has answered there. After an
 * error, and when the code was closed unanswered, the store reads the result from the provider: a shopper who has paid
 * meanwhile goes on, all others can pay again. So it does in any case when the method of a subscription is changed.
 */
export async function payByWallet(stripe: Stripe, pending: Wallet, provider: Settling): Promise<string> {
  const { error, status } = await showWallet(stripe, pending, provider);
  const answered = pending.setup ? status === 'succeeded' : status !== 'requires_action';
  if (!error && answered && !provider.isChangingPayment) {
    if (isOwnAddress(pending.returnUrl)) return pending.returnUrl;
    throw new PaymentError(formatMessage(provider.messages, 'voucher_failed'));
  }
  const { returnUrl, message } = await updateOrderStatus(provider, pending);
  if (returnUrl && isOwnAddress(returnUrl)) return returnUrl;
  if (error) throw translateError(error, provider.messages);
  throw new PaymentError((answered && message) || formatMessage(provider.messages, 'not_finished'));
}

async function showWallet(stripe: Stripe, pending: Wallet, provider: Settling): Promise<Outcome> {
  const { method, setup, clientSecret, returnUrl } = pending;
  if (method === 'wechat_pay' && !setup) {
    const client = { wechat_pay: { client: 'web' as const } }; // where the code is scanned from
    const { error, paymentIntent } = await stripe.confirmWechatPayPayment(clientSecret, {
      payment_method_options: client,
    });
    return { error: error ?? paymentIntent?.last_payment_error ?? undefined, status: paymentIntent?.status };
  }
  if (method !== 'cashapp') throw new PaymentError(formatMessage(provider.messages, 'invalid_wallet_type'));
  if (setup) {
    const { error, setupIntent } = await stripe.confirmCashappSetup(clientSecret, { return_url: returnUrl });
    return { error: error ?? setupIntent?.last_setup_error ?? undefined, status: setupIntent?.status };
  }
  const { error, paymentIntent } = await stripe.confirmCashappPayment(clientSecret, { return_url: returnUrl });
  return { error: error ?? paymentIntent?.last_payment_error ?? undefined, status: paymentIntent?.status };
}
