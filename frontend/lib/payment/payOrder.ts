import { post } from '../http';
import { type Card, fieldsOf, type OrderAnswer, withCard } from './placeOrder';

/** Pay for an order that is there already: its form goes to its own page. Throws PaymentError or ConnectionError. */
export async function payOrder(form: HTMLFormElement, card: Card | null): Promise<OrderAnswer> {
  return post<OrderAnswer>(form.action, await withCard(fieldsOf(form), card));
}
