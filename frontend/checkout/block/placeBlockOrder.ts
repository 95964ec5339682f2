import { type Send, withMeans } from '../../payment/placeOrder';
import { billed, faults, isSame, orderOf } from './blockAnswers';
import { askStore, StoreRefusal, showCart } from './storeApi';

interface PlacedOrder {
  payment_result: { redirect_url: string; payment_details: { key: string; value: string }[] };
}

/** Send the order through the Store API. Throws PaymentError or ConnectionError. */
export const placeBlockOrder: Send = async (fields, means) => {
  const said = await withMeans(billed(fields), means, 'token');
  try {
    const token = said.get('csrfmiddlewaretoken') ?? '';
    const { answer, nonce } = await askStore<PlacedOrder>('POST', '/checkout', token, orderOf(said));
    const { redirect_url, payment_details } = answer.payment_result;
    const told = payment_details.find(({ key }) => key === 'redirect')?.value ?? '';
    return { result: 'success', redirect: redirect_url || told, nonce };
  } catch (error) {
    if (!(error instanceof StoreRefusal)) throw error;
    const { cart, reload } = error.problem.data;
    if (cart) showCart(cart);
    return { result: 'failure', errors: faults(error.problem, isSame(said)), reload: reload === true };
  }
};
