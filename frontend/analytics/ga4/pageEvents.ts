import type { Card, Contract, OrderReceivedPage } from '../../generated/pages';
import type { PageData } from '../../lib/pages';
import { isAllowed, sendEvent } from './dataLayer';
import { makeItem, makeListPayload, makePurchasePayload } from './items';
import { addPending, makeSelection } from './pending';
import { fetchBottles, fetchOrder, fetchProducts } from './storeApi';

type Pages = Contract['pages'];

const SENT = 'vintner.ga4.orders';
const MOST_SENT = 20;
/** Their bottles are taken, as the store's own statistics count it. */
const TAKEN = ['processing', 'completed', 'on-hold'];
const LONGEST_KEY = 100;

export function readPage(): PageData {
  return JSON.parse(document.getElementById('page')?.textContent ?? '{}') as PageData;
}

/** Report what the page displays: a listing, a wine, or an order that was just placed. Throws ConnectionError. */
export async function reportPage({ component, props }: PageData): Promise<void> {
  if (component === 'catalogue/ListingPage') {
    const { cards } = props as Pages['catalogue/ListingPage'];
    const products = await fetchProducts(cards.map((card) => card.product_id));
    if (products.length > 0) sendEvent('view_item_list', makeListPayload(products));
  } else if (component === 'catalogue/ProductPage') {
    const [product] = await fetchProducts([(props as Pages['catalogue/ProductPage']).product_id]);
    if (product) sendEvent('view_item', { items: [makeItem(product)] });
  } else if (component === 'checkout/OrderReceivedPage') await reportPurchase(props as OrderReceivedPage);
}

/** An order is reported once in each browser. The server gives it to the one that has its key, as it gives a receipt. */
async function reportPurchase({ found, shared }: OrderReceivedPage): Promise<void> {
  const id = /\/order-received\/(\d+)\//.exec(location.pathname)?.[1];
  const key = new URLSearchParams(location.search).get('key')?.slice(0, LONGEST_KEY);
  if (!found || !id || !key || readSent().includes(id)) return;
  const order = await fetchOrder(id, key);
  if (!TAKEN.includes(order.status)) return;
  const bottles = await fetchBottles(order.items.map((item) => item.id));
  if (isAllowed() && noteSent(id)) sendEvent('purchase', makePurchasePayload(order, shared.store_name, bottles));
}

function readSent(): string[] {
  return JSON.parse(localStorage.getItem(SENT) ?? '[]') as string[];
}

/** Answers false if another tab was first. Throws where storage is forbidden: then nothing is sent twice. */
function noteSent(id: string): boolean {
  const sent = readSent();
  if (sent.includes(id)) return false;
  localStorage.setItem(SENT, JSON.stringify([...sent, id].slice(-MOST_SENT)));
  return true;
}

/** Report presses on wines in lists. The page has the cards that it came with; of later ones the server is asked. */
export function watchSelections({ props }: PageData): void {
  const rows = Object.values(props ?? {}).flatMap((list: unknown) => (Array.isArray(list) ? (list as Card[]) : []));
  const cards = new Map(rows.map((card) => [card?.url, card]));
  const report = ({ target }: MouseEvent) => {
    const link = (target as Element).closest?.<HTMLAnchorElement>('main article a[href^="/product/"]');
    if (!link) return;
    const card = cards.get(link.pathname + link.search);
    const slug = link.pathname.split('/')[2];
    if (card?.product_id) sendEvent(...makeSelection(card.sku, card.product_id));
    else if (slug) addPending({ kind: 'select', slug });
  };
  document.addEventListener('click', report, { capture: true });
}
