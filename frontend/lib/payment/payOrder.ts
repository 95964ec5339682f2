import { post } from '../http';
import type { Means } from './means';
import { fieldsOf, type OrderAnswer, withMeans } from './placeOrder';

/** Pay for an order that is there already: its form goes to its own page. Throws PaymentError or ConnectionError. */
export async function payOrder(form: HTMLFormElement, means: Means | null): Promise<OrderAnswer> {
  return post<OrderAnswer>(form.action, await withMeans(fieldsOf(form), means));
}
