import { post } from '../lib/http';
import { type OrderAnswer, type Send, withMeans } from './placeOrder';

/** Pay for an order that is there already: its form goes to its own page. Throws PaymentError or ConnectionError. */
export const payOrder: Send = async (fields, means, form) =>
  post<OrderAnswer>(form.action, await withMeans(fields, means));
