import { get } from '../../lib/http';

const ROOT = '/wp-json/wc/store/v1';

interface Amounts {
  currency_code: string;
  currency_minor_unit: number;
}

export interface ApiProduct {
  id: number;
  parent: number;
  name: string;
  sku: string;
  /** 'Vintage: 2019', empty for a wine without options. */
  variation: string;
  prices: Amounts & { price: string };
  categories: { name: string }[];
}

export interface ApiCartItem {
  id: number;
  name: string;
  sku: string;
  quantity: number;
  variation: { attribute: string; value: string }[];
  prices: Amounts & { price: string };
  totals: Amounts & { line_subtotal: string; line_total: string };
}

export interface ApiCart {
  items: ApiCartItem[];
  coupons: { code: string }[];
  totals: Amounts & { total_price: string };
}

export interface ApiOrder {
  id: number;
  status: string;
  items: ApiCartItem[];
  totals: Amounts & { total_price: string; total_tax: string; total_shipping: string };
}

/** All amounts that Google gets come from the Store API: pages have them as words. Throws ConnectionError. */
async function fetchJson<Answer>(path: string): Promise<Answer> {
  return JSON.parse(await get(ROOT + path, { Accept: 'application/json' })) as Answer;
}

export const fetchCart = () => fetchJson<ApiCart>('/cart');

export const fetchOrder = (id: string, key: string) =>
  fetchJson<ApiOrder>(`/order/${id}?key=${encodeURIComponent(key)}`);

export const fetchBySlug = (slug: string) => fetchJson<ApiProduct>(`/products/${slug}`);

/** Return products in the order of their ids, as far as they are in the shop. */
export async function fetchProducts(ids: number[]): Promise<ApiProduct[]> {
  if (ids.length === 0) return [];
  const found = await fetchJson<ApiProduct[]>(`/products?include=${ids.join()}&per_page=${ids.length}`);
  return ids.flatMap((id) => found.find((each) => each.id === id) ?? []);
}

const known = new Map<number, ApiProduct>();

/**
 * Return products and variations by their ids, those of a variation with the categories of its product. What is not in
 * the shop any more is left out.
 */
export async function fetchBottles(ids: number[]): Promise<Map<number, ApiProduct>> {
  const missing = [...new Set(ids)].filter((id) => !known.has(id));
  const loaded = await Promise.all(missing.map((id) => fetchJson<ApiProduct>(`/products/${id}`).catch(() => null)));
  const bottles = loaded.filter((each) => each !== null);
  const parents = await fetchProducts([...new Set(bottles.flatMap(({ parent }) => parent || []))]);
  for (const each of bottles) {
    const { categories } = parents.find(({ id }) => id === each.parent) ?? each;
    known.set(each.id, { ...each, categories });
  }
  return known;
}
