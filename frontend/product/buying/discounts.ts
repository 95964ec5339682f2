import type { CaseOffer, NextRow, PriceText, Tier } from '../../generated/pages';
import { ConnectionError, postForm } from '../../lib/http';

/** The event of the page that the answer about a wine's discount is passed on with. */
export const DISCOUNT_EVENT = 'advanced_woo_discount_rules_on_get_response_for_dynamic_discount';

const CALLS = '/wp-admin/admin-ajax.php';
const INVALID_TOKEN = 'Invalid token';

let token = '';

export interface Wanted {
  /** Product or variation; 0 while no variation is chosen: nothing is fetched. */
  wine: number;
  quantity: number;
}

/** What the store says of the wanted bottles. */
export interface Answer {
  /** What one of them costs this visitor; null when that is not known. */
  price: PriceText | null;
  /** The row of the table that they reach, beside those in the cart. */
  reached: string;
  /** How many more bottles lead to the next row; empty when no row is ahead. */
  hint: string;
  /** What a bottle and cases add to this visitor's cart; undefined when that is not known. */
  cases: CaseOffer[] | undefined;
}

/** Return price and rows, both of the same bottles; undefined when the store could not be reached. */
export async function lookUp({ wine, quantity }: Wanted, signal: AbortSignal): Promise<Answer | undefined> {
  // A price is shown without its row where only the row could not be fetched.
  const discount = fetchDiscount(wine, quantity, signal).catch(unlessReached);
  const price = await fetchPrice(wine, quantity, signal).catch(unlessReached);
  const found = await discount;
  if (price === undefined) return undefined;
  return { price, reached: found ? rowIn(found) : '', hint: found?.next_row?.text ?? '', cases: found?.cases };
}

/** Return the bulk table of a wine or of one of its variations; empty when the store could not be reached. */
export async function lookUpTiers(wine: number, signal: AbortSignal): Promise<Tier[]> {
  return (await fetchTiers(wine, signal).catch(unlessReached)) ?? [];
}

function unlessReached(error: unknown): undefined {
  if (!(error instanceof ConnectionError)) throw error;
}

/** Return what one of so many more bottles costs, beside what is in the cart; null when there is no price. */
async function fetchPrice(wine: number, quantity: number, signal: AbortSignal): Promise<PriceText | null> {
  const answer = await fetchData<{ price_html?: string; original_price_html?: string }>(
    { action: 'wdr_ajax', method: 'get_price_html', product_id: String(wine), qty: String(quantity) },
    signal,
  );
  return priceIn(answer?.price_html || answer?.original_price_html || '');
}

/** Return the bulk table of a wine or of one of its variations; empty when there is none. */
async function fetchTiers(wine: number, signal: AbortSignal): Promise<Tier[]> {
  const answer = await fetchData<{ bulk_table?: string }>(
    { action: 'wdr_ajax', method: 'get_variable_product_bulk_table', product_id: String(wine) },
    signal,
  );
  const rows = elementsOf(answer?.bulk_table ?? '').querySelectorAll('tbody tr');
  return [...rows].map((row) => {
    const [range = '', discount = '', unit_price = ''] = [...row.children].map(({ textContent }) => textContent ?? '');
    return { range, discount, unit_price };
  });
}

/** The promotions that so many more bottles get, and the row of the bulk table that still more would lead to. */
interface DiscountAnswer {
  success: boolean;
  data: false | { total_discount_details: Record<string, { bulk_discount: 0 | { range: string } }> };
  next_row?: NextRow;
  cases?: CaseOffer[];
}

/** Return the discount of so many more bottles, and pass the answer on to the page. */
async function fetchDiscount(wine: number, quantity: number, signal: AbortSignal): Promise<DiscountAnswer | null> {
  const fields = { action: 'awdr_get_product_discount', product_id: String(wine), qty: String(quantity) };
  const detail = await fetchData<DiscountAnswer>(fields, signal);
  if (detail && !signal.aborted) document.body.dispatchEvent(new CustomEvent(DISCOUNT_EVENT, { detail }));
  return detail;
}

/** Return the row of the bulk table that an answer says is reached. */
function rowIn({ data }: DiscountAnswer): string {
  const details = data ? Object.values(data.total_discount_details) : [];
  return details.flatMap(({ bulk_discount }) => (bulk_discount ? [bulk_discount.range] : []))[0] ?? '';
}

/** Send a request with this visitor's token, which comes with the first refusal. Null for an answer that is no JSON. */
async function fetchData<Answer>(fields: Record<string, string>, signal: AbortSignal): Promise<Answer | null> {
  let { text, headers } = await postForm(CALLS, { ...fields, awdr_nonce: token }, { signal });
  if (text === INVALID_TOKEN) {
    token = headers.get('Nonce') ?? '';
    ({ text, headers } = await postForm(CALLS, { ...fields, awdr_nonce: token }, { signal }));
  }
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return null;
  }
}

function priceIn(html: string): PriceText | null {
  const element = elementsOf(html);
  const current = (element.querySelector('ins') ?? element).textContent?.trim() ?? '';
  return current ? { current, regular: element.querySelector('del')?.textContent ?? '', from_lowest: false } : null;
}

function elementsOf(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content;
}
