import type { Stripe } from '@stripe/stripe-js';
import { isOwnAddress } from '../lib/go';
import type { Voucher } from './confirmationHash';
import { type Settling, updateFailedOrder } from './paymentCalls';
import { formatMessage, PaymentError, translateError } from './paymentErrors';

/** Method type → what makes its voucher and shows it. */
const SHOW = {
  boleto: 'confirmBoletoPayment',
  multibanco: 'confirmMultibancoPayment',
  oxxo: 'confirmOxxoPayment',
} as const;

/** Show a voucher until the shopper closes it. Returns where to go: nothing is paid yet, but the order is placed. */
export async function showVoucher(stripe: Stripe, pending: Voucher, provider: Settling): Promise<string> {
  const { method, clientSecret, orderId } = pending;
  if (!isKnown(method)) throw new PaymentError(formatMessage(provider.messages, 'voucher_failed'));
  const { error } = await stripe[SHOW[method]](clientSecret, {});
  if (error) {
    await updateFailedOrder(provider, orderId, clientSecret);
    throw translateError(error, provider.messages);
  }
  const receipt = `${provider.orderReceivedURL.replace(/\/$/, '')}/${orderId}/`;
  const url = [pending.returnUrl, receipt].find(isOwnAddress);
  if (!url) throw new PaymentError(formatMessage(provider.messages, 'voucher_failed'));
  return url;
}

function isKnown(method: string): method is keyof typeof SHOW {
  return Object.hasOwn(SHOW, method);
}
