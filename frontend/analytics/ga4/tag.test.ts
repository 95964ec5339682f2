import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeReceipt } from '../../fixtures/orders';
import { makeCard, makeLine } from '../../fixtures/parts';
import { CONSENT_CHANGED } from '../../lib/consent';
import type { Pending } from './pending';
import type { ApiCart, ApiCartItem, ApiProduct } from './storeApi';

const ID = 'G-AB12CD34EF';
const USD = { currency_code: 'USD', currency_minor_unit: 2 };
const CATEGORIES = ['Red', 'Douro', 'Dry', 'Organic', 'Gifts', 'Sixth'].map((name) => ({ name }));
const FIRST_FIVE = {
  item_category: 'Red',
  item_category2: 'Douro',
  item_category3: 'Dry',
  item_category4: 'Organic',
  item_category5: 'Gifts',
};

const LOMBA: ApiProduct = {
  id: 11,
  parent: 0,
  name: 'Lomba',
  sku: 'V-LOMBA',
  variation: '',
  prices: { ...USD, price: '1699' },
  categories: CATEGORIES,
};
const BRUNELLO: ApiProduct = { ...LOMBA, id: 13, name: 'Brunello', sku: '', categories: [] };
/** The wine without options, as the cart has it. */
const BOTTLE: ApiProduct = { ...LOMBA, id: 21, parent: 11, categories: [] };
const VINTAGE: ApiProduct = { ...BOTTLE, id: 22, sku: '', variation: 'Vintage: 2019, Size: 750 ml' };

const LINE: ApiCartItem = {
  id: 22,
  name: 'Lomba',
  sku: '',
  quantity: 3,
  variation: [],
  prices: { ...USD, price: '1699' },
  totals: { ...USD, line_subtotal: '5097', line_total: '4587' },
};
const CART: ApiCart = {
  items: [{ ...LINE, variation: [{ attribute: 'Vintage', value: '2019' }] }],
  coupons: [{ code: 'ten' }, { code: 'more' }],
  totals: { ...USD, total_price: '5087' },
};
const ORDER = {
  id: 1042,
  status: 'processing',
  items: [LINE, { ...LINE, id: 11, sku: 'V-LOMBA', totals: { ...USD, line_subtotal: '5097', line_total: '5097' } }],
  totals: { ...USD, total_price: '10583', total_tax: '399', total_shipping: '500' },
};
const ROOT = '/wp-json/wc/store/v1';
const ANSWERS: Record<string, unknown> = {
  [`${ROOT}/products?include=11,13&per_page=2`]: [BRUNELLO, LOMBA],
  [`${ROOT}/products?include=11&per_page=1`]: [LOMBA],
  [`${ROOT}/products/11`]: LOMBA,
  [`${ROOT}/products/21`]: BOTTLE,
  [`${ROOT}/products/22`]: VINTAGE,
  [`${ROOT}/products/brunello`]: BRUNELLO,
  [`${ROOT}/cart`]: CART,
  [`${ROOT}/order/1042?key=wc_order_k`]: ORDER,
};

let asked: string[];
/** Ends what the page of a test listens to. */
let leave: AbortController;

beforeEach(() => {
  vi.resetModules();
  asked = [];
  leave = new AbortController();
  for (const place of [document, window]) {
    const listen = place.addEventListener.bind(place);
    vi.spyOn(place, 'addEventListener').mockImplementation((name: string, listener, options) => {
      listen(name, listener, { capture: Boolean((options as AddEventListenerOptions)?.capture), signal: leave.signal });
    });
  }
  window.dataLayer = [];
  document.head.innerHTML = '';
  localStorage.clear();
  setConsent('1.g');
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return url in ANSWERS ? new Response(JSON.stringify(ANSWERS[url])) : new Response('', { status: 404 });
  });
});

afterEach(() => leave.abort());

function setConsent(value: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: what the server does
  document.cookie = `vintner_consent=${value}; path=/`;
}

/** Open a page, and wait until it has reported itself. Returns the modules that this page has. */
async function open(component: string, props: object, path = '/shop/', body = '') {
  history.replaceState(null, '', path);
  const page = JSON.stringify({ component, props });
  document.body.innerHTML = `<script type="application/json" id="page">${page}</script>${body}`;
  document.body.addEventListener('click', (event) => event.preventDefault());
  const [{ startTag }, sections] = [await import('./tag'), await import('../../lib/sections')];
  startTag(ID);
  await settle();
  return sections;
}

const settle = () => new Promise((done) => setTimeout(done, 20));
const queued = () => (window.dataLayer ?? []).map((words) => Array.from(words as ArrayLike<unknown>));
const events = () => queued().flatMap(([kind, ...event]) => (kind === 'event' ? [event] : []));
const script = () => document.head.querySelector('script');
const cartOf = (...lines: object[]) => ({
  count: 1,
  subtotal: '',
  saved: '',
  free_delivery: null,
  lines: lines.map((line) => makeLine({ variation_id: 22, ...line })),
});
const click = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();

test('the script comes with consent: denied first, then statistics alone, and a clean address', async () => {
  await open('catalogue/HomePage', {}, '/?utm_source=news&key=secret&s=ada@example.com');
  expect(queued().map(([kind, what]) => [kind, what])).toEqual([
    ['consent', 'default'],
    ['consent', 'update'],
    ['js', expect.any(Date)],
    ['set', expect.anything()],
    ['config', ID],
  ]);
  expect(queued()[0]?.[2]).toEqual({
    ad_storage: 'denied',
    ad_user_data: 'denied',
    ad_personalization: 'denied',
    analytics_storage: 'denied',
    wait_for_update: 500,
  });
  expect(queued()[1]?.[2]).toEqual({ analytics_storage: 'granted' });
  expect(queued()[3]?.[1]).toMatchObject({ page_location: `${location.origin}/?utm_source=news` });
  expect(queued()[4]?.[2]).toEqual({ cookie_expires: 182 * 86_400 });
  expect(script()?.src).toBe(`https://www.googletagmanager.com/gtag/js?id=${ID}`);
  expect(Object.prototype.toString.call(window.dataLayer?.[0]), 'Google reads no arrays').toBe('[object Arguments]');
});

test.each(['1.a', '1.d', '', '1.y.p.1.ab'])('nothing is loaded or fetched without consent: %s', async (state) => {
  setConsent(state);
  await open('catalogue/ListingPage', { cards: [makeCard()] });
  expect([script(), queued(), asked]).toEqual([null, [], []]);
});

test('a guess that the time zone refutes is no consent', async () => {
  setConsent('1.u');
  const zone = { timeZone: 'Europe/Berlin' } as Intl.ResolvedDateTimeFormatOptions;
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(zone);
  await open('catalogue/HomePage', {});
  expect([script(), queued()]).toEqual([null, []]);
});

test('it begins with a later yes, stops with a no, and goes on with another yes', async () => {
  setConsent('1.a');
  const props = { cards: [makeCard({ product_id: 11, url: '/product/lomba/', sku: 'V-LOMBA' })] };
  await open(
    'catalogue/ListingPage',
    props,
    '/shop/',
    '<main><article><a href="/product/lomba/">Lomba</a></article></main>',
  );
  const say = async (state: string) => {
    setConsent(state);
    window.dispatchEvent(new CustomEvent(CONSENT_CHANGED));
    await settle();
  };
  const disabled = () => (window as unknown as Record<string, unknown>)[`ga-disable-${ID}`];
  await say('1.y.s.1.ab');
  expect([events().map(([name]) => name), disabled()]).toEqual([['view_item_list'], false]);
  await say('1.y..1.ab');
  click('article a');
  expect(disabled()).toBe(true);
  expect(queued().at(-1)).toEqual(['consent', 'update', expect.objectContaining({ analytics_storage: 'denied' })]);
  await say('1.y.s.1.ab');
  click('article a');
  expect(events().map(([name]) => name)).toEqual(['view_item_list', 'select_content']);
  expect(document.head.querySelectorAll('script')).toHaveLength(1);
});

test('view_item_list: the wines of a listing, numbered from 1', async () => {
  await open('catalogue/ListingPage', { cards: [makeCard({ product_id: 11 }), makeCard({ product_id: 13 })] });
  expect(events()).toEqual([
    [
      'view_item_list',
      {
        item_list_id: 'engagement',
        item_list_name: 'Viewing products',
        items: [
          {
            item_id: 'V-LOMBA',
            item_name: 'Lomba',
            item_list_name: 'Product List',
            ...FIRST_FIVE,
            price: 16.99,
            index: 1,
          },
          { item_id: '#13', item_name: 'Brunello', item_list_name: 'Product List', price: 16.99, index: 2 },
        ],
      },
    ],
  ]);
});

test('view_item: the wine of the page', async () => {
  await open('catalogue/ProductPage', { product_id: 11 }, '/product/lomba/');
  expect(events()).toEqual([
    ['view_item', { items: [{ item_id: 'V-LOMBA', item_name: 'Lomba', ...FIRST_FIVE, price: 16.99 }] }],
  ]);
});

test('select_content: a pressed wine, also one that the page did not come with, but no button', async () => {
  const cards = [makeCard({ product_id: 14, url: '/product/lomba/', sku: '' })];
  const list = '<article><a href="/product/lomba/"><b>L</b></a><button>Add</button></article>';
  const later = '<article id="later"><a href="/product/brunello/">B</a></article><a id="shop" href="/shop/">S</a>';
  await open('catalogue/HomePage', { featured: cards }, '/', `<main>${list}${later}</main>`);
  for (const selector of ['b', 'button', '#later a', '#shop']) click(selector);
  await settle();
  expect(events()).toEqual([
    ['select_content', { content_type: 'product', content_id: '#14' }],
    ['select_content', { content_type: 'product', content_id: '#13' }],
  ]);
});

test('add_to_cart and remove_from_cart: what changed of the cart, without gifts', async () => {
  const { listen, setSection } = await open('catalogue/HomePage', {});
  listen('MiniCart', () => undefined);
  setSection('MiniCart', cartOf({ quantity: 1 })); // what the page finds
  setSection('MiniCart', cartOf({ quantity: 3 }, { variation_id: 23, quantity: 1, given: 'A gift' }));
  await settle();
  setSection('MiniCart', cartOf({ variation_id: 21, quantity: 1 }));
  await settle();
  const vintage = { item_id: '#22', item_name: 'Lomba', ...FIRST_FIVE, price: 16.99 };
  const bottle = { item_id: 'V-LOMBA', item_name: 'Lomba', ...FIRST_FIVE, price: 16.99, quantity: 1 };
  const item_variant = 'Vintage: 2019, Size: 750 ml';
  expect(events()).toEqual([
    ['add_to_cart', { items: [{ ...vintage, quantity: 2, item_variant }] }],
    ['remove_from_cart', { items: [{ ...vintage, quantity: 3, item_variant }] }],
    ['add_to_cart', { items: [bottle] }],
  ]);
});

test('what another window changed is reported there', async () => {
  const { setSection } = await open('catalogue/HomePage', {});
  setSection('MiniCart', cartOf({ quantity: 1 }));
  vi.mocked(document.hasFocus).mockReturnValue(false);
  setSection('MiniCart', cartOf({ quantity: 3 }));
  vi.mocked(document.hasFocus).mockReturnValue(true);
  setSection('MiniCart', cartOf({ quantity: 3 }));
  await settle();
  expect(events()).toEqual([]);
});

test('a change before the page was left is reported by the next one', async () => {
  const change: Pending = { kind: 'change', id: 21, quantity: 1 };
  sessionStorage.setItem('vintner.ga4', JSON.stringify([change]));
  await open('catalogue/HomePage', {});
  expect(events().map(([name]) => name)).toEqual(['add_to_cart']);
  expect(sessionStorage.getItem('vintner.ga4')).toBeNull();
});

const CHECKOUT = {
  currency: 'USD',
  value: 50.87,
  coupon: 'ten',
  items: [
    { item_id: '#22', item_name: 'Lomba', ...FIRST_FIVE, quantity: 3, price: 16.99, item_variant: 'Vintage: 2019' },
  ],
};

test('begin_checkout: a press in the cart sends it at once, by a beacon', async () => {
  await open('cart/CartPage', {}, '/cart/', '<a href="/checkout/">Checkout</a>');
  click('a');
  expect(events()).toEqual([['begin_checkout', { ...CHECKOUT, transport_type: 'beacon' }]]);
});

test('begin_checkout: elsewhere the cart is read when the link is pointed at, or after the press', async () => {
  await open('catalogue/HomePage', {}, '/', '<a href="/checkout/">Checkout</a>');
  expect(asked).toEqual([]);
  document.querySelector('a')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  await settle();
  click('a');
  expect(events()).toEqual([['begin_checkout', { ...CHECKOUT, transport_type: 'beacon' }]]);
  window.dispatchEvent(new Event('pagehide'));
  click('a');
  await settle();
  expect(events().slice(1)).toEqual([['begin_checkout', CHECKOUT]]);
});

const RECEIPT = '/checkout/order-received/1042/?key=wc_order_k';

test('purchase: the order of a receipt, once in each browser', async () => {
  await open('checkout/OrderReceivedPage', makeReceipt(), RECEIPT);
  const item = { item_name: 'Lomba', ...FIRST_FIVE, quantity: 3, price: 16.99 };
  expect(events()).toEqual([
    [
      'purchase',
      {
        transaction_id: '1042',
        affiliation: 'Vintner',
        currency: 'USD',
        value: 105.83,
        tax: 3.99,
        shipping: 5,
        items: [
          { item_id: '#22', ...item, item_variant: 'Vintage: 2019, Size: 750 ml', discount: 1.7 },
          { item_id: 'V-LOMBA', ...item },
        ],
      },
    ],
  ]);
  expect(queued()[3]?.[1]).toMatchObject({ page_location: `${location.origin}/checkout/order-received/1042/` });
  vi.resetModules();
  window.dataLayer = [];
  await open('checkout/OrderReceivedPage', makeReceipt(), RECEIPT);
  expect(events()).toEqual([]);
});

test.each([
  ['without a key', makeReceipt(), RECEIPT.split('?')[0], ORDER],
  ['that the server does not give', makeReceipt(), `${RECEIPT}x`, ORDER],
  ['that is not found', makeReceipt({ found: false }), RECEIPT, ORDER],
  ['that is not paid', makeReceipt(), RECEIPT, { ...ORDER, status: 'pending' }],
])('purchase: no order %s', async (_, props, path, order) => {
  ANSWERS[`${ROOT}/order/1042?key=wc_order_k`] = order;
  await open('checkout/OrderReceivedPage', props, path);
  ANSWERS[`${ROOT}/order/1042?key=wc_order_k`] = ORDER;
  expect(events()).toEqual([]);
  expect(localStorage.getItem('vintner.ga4.orders')).toBeNull();
});

test('a server that does not answer breaks nothing', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await open('catalogue/ListingPage', { cards: [makeCard()] }, '/shop/', '<a href="/checkout/">Checkout</a>');
  click('a');
  await settle();
  expect(events()).toEqual([]);
});
