import type { ApiCart, ApiCartItem, ApiOrder, ApiProduct } from './storeApi';

/** An item as Google reads it. */
export interface Item {
  item_id: string;
  item_name: string;
  price?: number;
  [field: string]: string | number;
}

const MOST_CATEGORIES = 5;
const LIST_NAME = 'Product List';

/** Amounts come in minor units, as text: '1699' of two digits is 16.99. */
export function toAmount(minor: string | number, digits: number): number {
  return Math.round(Number(minor)) / 10 ** digits;
}

export function makeItemId(sku: string, id: number): string {
  return sku || `#${id}`;
}

/** A product, or one of its variations with its product's categories (storeApi.ts). */
export function makeItem(product: ApiProduct): Item {
  const { prices } = product;
  return {
    // A wine without options is a variation of itself in a cart. Its id is the wine's everywhere.
    item_id: makeItemId(product.sku, product.parent && !product.variation ? product.parent : product.id),
    item_name: product.name,
    ...listCategories(product),
    ...(prices.price !== '' && { price: toAmount(prices.price, prices.currency_minor_unit) }),
  };
}

export function makeListPayload(products: ApiProduct[]): object {
  const items = products.map((product, position) => {
    const { item_id, item_name, ...rest } = makeItem(product);
    return { item_id, item_name, item_list_name: LIST_NAME, ...rest, index: position + 1 };
  });
  return { item_list_id: 'engagement', item_list_name: 'Viewing products', items };
}

export function makeChangePayload(product: ApiProduct, quantity: number): object {
  const variant = product.variation && { item_variant: product.variation };
  return { items: [{ ...makeItem(product), quantity, ...variant }] };
}

export function makeCheckoutPayload({ totals, coupons, items }: ApiCart, products: Map<number, ApiProduct>): object {
  return {
    currency: totals.currency_code,
    value: toAmount(totals.total_price, totals.currency_minor_unit),
    ...(coupons[0] && { coupon: coupons[0].code }),
    items: items.map((item) => makeLine(item, products.get(item.id))),
  };
}

export function makePurchasePayload(order: ApiOrder, store: string, products: Map<number, ApiProduct>): object {
  const { totals } = order;
  const amount = (minor: string) => toAmount(minor, totals.currency_minor_unit);
  return {
    transaction_id: String(order.id),
    affiliation: store,
    currency: totals.currency_code,
    value: amount(totals.total_price),
    tax: amount(totals.total_tax),
    shipping: amount(totals.total_shipping),
    items: order.items.map((item) => ({ ...makeLine(item, products.get(item.id)), ...readDiscount(item) })),
  };
}

/** A line of a cart or an order. Its price is that of one unit, as it was bought. */
function makeLine(item: ApiCartItem, product?: ApiProduct): Item {
  const options = item.variation.map(({ attribute, value }) => `${attribute}: ${value}`).join(', ');
  const variant = options || product?.variation;
  return {
    item_id: makeItemId(item.sku, item.id),
    item_name: item.name,
    ...listCategories(product),
    quantity: item.quantity,
    price: toAmount(item.prices.price, item.prices.currency_minor_unit),
    ...(variant && { item_variant: variant }),
  };
}

/** What coupons take off the price of one unit. */
function readDiscount({ totals, quantity }: ApiCartItem): { discount?: number } {
  const minor = (Number(totals.line_subtotal) - Number(totals.line_total)) / quantity;
  return minor > 0 ? { discount: toAmount(minor, totals.currency_minor_unit) } : {};
}

function listCategories(product?: ApiProduct): Record<string, string> {
  const names = (product?.categories ?? []).slice(0, MOST_CATEGORIES).map(({ name }) => name);
  return Object.fromEntries(names.map((name, at) => [`item_category${at === 0 ? '' : at + 1}`, name]));
}
