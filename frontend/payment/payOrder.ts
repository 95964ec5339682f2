import { post } from '../lib/http';
import { addPaymentInput, type OrderAnswer, type Send } from './placeOrder';

/** Pay for an order that is there already: its form goes to its own page. Throws PaymentError or ConnectionError. */
export const payOrder: Send = async (fields, input, form) =>
  post<OrderAnswer>(form.action, await addPaymentInput(fields, input));
