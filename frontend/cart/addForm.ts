import { announceCart } from '../lib/announce';
import { type CartAnswer, changeCart } from './cartCalls';

/** Add what the form of a wine's page says. Throws ConnectionError. */
export async function addForm(form: HTMLFormElement, name: string): Promise<CartAnswer> {
  const fields = new URLSearchParams({ action: 'xoo_cp_add_to_cart' });
  for (const [field, value] of new FormData(form)) fields.append(field, String(value));
  const answer = await changeCart('/?wc-ajax=xoo_cp_add_to_cart', fields);
  if (answer.fragments && !answer.error) announceCart(`${name} was added to your cart.`);
  return answer;
}
