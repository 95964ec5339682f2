import { type Card, type OrderAnswer, withCard } from '../../../lib/payment/placeOrder';
import { callStore, StoreRefusal, showCart } from '../../../lib/storeApi';
import { faults, isSame, orderOf, saidBy } from './said';

interface PlacedOrder {
  payment_result: { redirect_url: string; payment_details: { key: string; value: string }[] };
}

/** Send the order through the Store API. Throws PaymentError or ConnectionError. */
export async function placeBlockOrder(form: HTMLFormElement, card: Card | null): Promise<OrderAnswer> {
  const said = await withCard(saidBy(form), card);
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
