import type { Means } from '../../../lib/payment/means';
import { type OrderAnswer, withMeans } from '../../../lib/payment/placeOrder';
import { callStore, StoreRefusal, showCart } from '../../../lib/storeApi';
import { faults, isSame, orderOf, saidBy } from './said';

interface PlacedOrder {
  payment_result: { redirect_url: string; payment_details: { key: string; value: string }[] };
}

/** Send the order through the Store API. Throws PaymentError or ConnectionError. */
export async function placeBlockOrder(form: HTMLFormElement, means: Means | null): Promise<OrderAnswer> {
  const said = await withMeans(saidBy(form), means, 'token');
  try {
    const token = said.get('csrfmiddlewaretoken') ?? '';
    const { payment_result } = await callStore<PlacedOrder>('POST', '/checkout', token, orderOf(said));
    const told = payment_result.payment_details.find(({ key }) => key === 'redirect')?.value ?? '';
    return { result: 'success', redirect: payment_result.redirect_url || told };
  } catch (error) {
    if (!(error instanceof StoreRefusal)) throw error;
    const { cart, reload } = error.problem.data;
    if (cart) showCart(cart);
    return { result: 'failure', errors: faults(error.problem, isSame(said)), reload: reload === true };
  }
}
