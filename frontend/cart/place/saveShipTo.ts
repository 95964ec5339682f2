import { browser } from '../../lib/go';
import { ConnectionError, post } from '../../lib/http';
import { refreshCart } from '../cartCalls';

/** Save the place of the form and show the cart for it. Returns why it was refused, '' when it was not. */
export async function saveShipTo(form: HTMLFormElement): Promise<string> {
  const fields = Object.fromEntries(new FormData(form)) as Record<string, string>;
  try {
    const { problem } = await post<{ problem: string }>('/ship-to/', fields);
    if (problem) return problem;
    await refreshCart();
  } catch (error) {
    if (error instanceof ConnectionError) return error.message;
    throw error;
  }
  if (window.location.pathname === '/cart/') browser.reload(); // its totals are for the place
  return '';
}
