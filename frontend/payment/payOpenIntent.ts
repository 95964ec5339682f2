import { confirm, withGenericError } from './confirm';
import type { Confirmation } from './confirmationHash';
import { type IntentInput, saveField } from './fields/paymentInput';
import { type Settling, updateFailedOrder, updatePaymentIntent } from './paymentCalls';
import { PaymentError } from './paymentErrors';

/** A submission by an intent that was opened before the order: the form's values and the store's answer. */
export interface IntentSubmission {
  fields: URLSearchParams;
  input: IntentInput;
  pending: Confirmation;
}

/**
 * Pay an order by the intent that was opened before it: bind the intent to the order, confirm it with the fields'
 * input, and call the store. Returns where to go. Throws PaymentError or ConnectionError.
 */
export async function payOpenIntent({ fields, input, pending }: IntentSubmission, provider: Settling): Promise<string> {
  const { orderId, clientSecret } = pending;
  const { type } = input;
  const saving = fields.has(saveField(fields.get('payment_method') ?? ''));
  const refused = await updatePaymentIntent(provider, { orderId, clientSecret, type, saving });
  if (refused !== null) throw new PaymentError(refused || provider.genericErrorMessage);
  const receipt = `${provider.orderReceivedURL.replace(/\/$/, '')}/${orderId}/`;
  const fail = () => updateFailedOrder(provider, orderId, clientSecret);
  const pay = async () => {
    const error = await input.pay(receipt).catch(async (fault: unknown) => {
      await fail();
      throw fault;
    });
    if (error) await fail();
    return error;
  };
  return withGenericError(() => confirm(pay, pending, provider), provider);
}
