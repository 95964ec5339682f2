import { type Settling, updateFailedOrder, updatePaymentIntent } from './calls';
import { confirm } from './confirm';
import { PaymentError } from './errors';
import type { Confirmation } from './hash';
import { type Opened, saveField } from './means';
import { fieldsOf } from './placeOrder';

/**
 * Pay an order by the intent that was opened before it: bind the one to the other, confirm it by what stands in the
 * fields, and tell the store (spec 7.3). Returns where to go. Throws PaymentError or ConnectionError.
 */
export async function payOpened(
  form: HTMLFormElement,
  means: Opened,
  pending: Confirmation,
  provider: Settling,
): Promise<string> {
  const { orderId, clientSecret } = pending;
  const { type } = means;
  const fields = fieldsOf(form);
  const saving = fields.has(saveField(fields.get('payment_method') ?? ''));
  const refused = await updatePaymentIntent(provider, { orderId, clientSecret, type, saving });
  if (refused !== null) throw new PaymentError(refused || provider.generic_error);
  const receipt = `${provider.order_received_url.replace(/\/$/, '')}/${orderId}/`;
  const pay = async () => {
    const error = await means.pay(receipt);
    if (error) await updateFailedOrder(provider, orderId, clientSecret);
    return error;
  };
  return confirm(pay, pending, provider);
}
