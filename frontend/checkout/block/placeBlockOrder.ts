import { addPaymentInput, type Send } from '../../payment/placeOrder';
import { buildOrder, copyBillingAddress, hasSameAddress, readFaults } from './blockAnswers';
import { requestStore, StoreRefusal, showCart } from './storeApi';

interface PlacedOrder {
  payment_result: { redirect_url: string; payment_details: { key: string; value: string }[] };
}

/** Send the order through the Store API. Throws PaymentError or ConnectionError. */
export const placeBlockOrder: Send = async (fields, input) => {
  // A token pays once. Where nothing is paid yet, the method itself is saved for later boxes.
  const carrier = fields.get('shown_total') === '0' ? 'method' : 'token';
  const sent = await addPaymentInput(copyBillingAddress(fields), input, carrier);
  try {
    const token = sent.get('csrfmiddlewaretoken') ?? '';
    const { answer, nonce } = await requestStore<PlacedOrder>('POST', '/checkout', token, buildOrder(sent));
    const { redirect_url, payment_details } = answer.payment_result;
    const redirect = payment_details.find(({ key }) => key === 'redirect')?.value ?? '';
    return { result: 'success', redirect: redirect_url || redirect, nonce };
  } catch (error) {
    if (!(error instanceof StoreRefusal)) throw error;
    const { cart, reload } = error.problem.data;
    if (cart) showCart(cart);
    return { result: 'failure', errors: readFaults(error.problem, hasSameAddress(sent)), reload: reload === true };
  }
};
