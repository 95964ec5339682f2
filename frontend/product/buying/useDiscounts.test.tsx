import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EMPTY_CART } from '../../cart/bottles';
import { makeProduct, makeVariableProduct } from '../../fixtures/product';
import { ANNOUNCER_ID } from '../../lib/announce';
import { setSection } from '../../lib/sections';
import ProductPage from '../../pages/catalogue/ProductPage';
import { answering, later, type Sent } from '../../testing/network';
import { DISCOUNT_EVENT } from './discounts';

const CALLS = '/wp-admin/admin-ajax.php';
const TABLE =
  '<div><table><thead><tr><th>Bottles</th></tr></thead><tbody><tr><td>3 – 5</td><td>10% off</td><td>$52.20</td></tr></tbody></table></div>';

function amount(price: string) {
  return `<span class="amount"><bdi>${price}</bdi></span>`;
}

function lowered(price: string) {
  return { price_html: `<del>${amount('$16.99')}</del>&nbsp;<ins>${amount(price)}</ins>`, original_price_html: '' };
}

const NO_DISCOUNT = { success: true, data: false };
const AHEAD = '3 more bottles and you get 20% off.';
const THE_ROW = {
  success: true,
  data: { total_discount_details: { 7: { bulk_discount: { range: '3 – 5' } } } },
  next_row: { range: '6+', missing: 3, text: AHEAD },
};

/** What is answered to each call; `price` decides by the quantity. */
function store(price: (quantity: string, sent: Sent) => unknown, discount: unknown = NO_DISCOUNT) {
  return answering({
    [CALLS]: (sent: Sent) => {
      if (sent.fields.get('action') === 'awdr_get_product_discount') return discount;
      if (sent.fields.get('method') === 'get_price_html') return price(sent.fields.get('qty') ?? '', sent);
      return { bulk_table: TABLE };
    },
  });
}

const named = (sent: Sent[], name: string) =>
  sent.filter(({ fields }) => [fields.get('action'), fields.get('method')].includes(name));
/** Let all time pass that a request could wait for. */
const rested = () => act(() => vi.advanceTimersByTime(10_000));
const more = () => userEvent.click(screen.getByRole('button', { name: 'More' }));
const form = () => document.getElementById('buy') as HTMLFormElement;

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = 'vintner_customer=; max-age=0';
});

test('nothing is asked for while nothing can matter', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const sent = store(() => lowered('$1.00'));
  render(<ProductPage {...makeProduct()} />);
  rested();
  expect(sent).toEqual([]);
});

test('without promotions a quantity asks for nothing', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const sent = store(() => lowered('$1.00'));
  render(<ProductPage {...makeProduct({ dynamic_pricing: false, tiers: [] })} />);
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  rested();
  expect(sent).toEqual([]);
});

test('the end of the sale is not told of a price for several', async () => {
  store(() => lowered('$15.00'));
  const price = { current: '$16.00', regular: '$16.99', from_lowest: false };
  render(<ProductPage {...makeProduct({ price, sale_ends: 'Sale ends December 4, 2026' })} />);
  expect(within(form()).getByText('Sale ends December 4, 2026')).toBeVisible();
  await more();
  await waitFor(() => expect(within(form()).getByText('$15.00')).toBeVisible());
  expect(screen.queryByText(/^Sale ends/)).not.toBeInTheDocument();
});

test('a quantity asks for the price, marks the row, and passes the answer on', async () => {
  const listener = vi.fn();
  document.body.addEventListener(DISCOUNT_EVENT, listener, { once: true });
  const sent = store(() => lowered('$15.29'), THE_ROW);
  render(
    <>
      <div id={ANNOUNCER_ID} />
      <ProductPage {...makeProduct()} />
    </>,
  );
  await more();
  await more();
  // A slow machine may ask for two bottles before the second press.
  await waitFor(() => expect(named(sent, 'get_price_html').at(-1)?.fields.get('qty')).toBe('3'));
  expect(await within(form()).findByText('$15.29', { selector: 'span' })).toBeVisible();
  expect(within(form()).getByText('$16.99', { selector: 'del' })).toBeVisible();
  expect(await screen.findByText('✓ yours')).toBeVisible();
  expect(screen.getByRole('row', { name: /3 – 5/ })).toHaveTextContent('yours');
  expect(listener.mock.calls[0]?.[0].detail).toEqual(THE_ROW);
  await waitFor(() =>
    expect(document.getElementById(ANNOUNCER_ID)).toHaveTextContent(`Now $15.29 each instead of $16.99. ${AHEAD}`),
  );
  expect(screen.getByText(AHEAD, { selector: 'p' })).toBeVisible();
});

test('a case beside a cart costs what the store says, and until then what the page says', async () => {
  const six = (price: string, note: string) => ({ quantity: 6, label: 'Case of 6', price, note });
  const cases = { 1: [six('$239.40', '$39.90 each')] };
  store(() => lowered('$37.80'), { ...NO_DISCOUNT, cases: [six('$214.20', '12 in all, $37.80 each')] });
  render(<ProductPage {...makeProduct({ product_id: 1, cases })} />);
  const half = screen.getByRole('button', { name: /Case of 6/ });
  expect(half).toHaveTextContent('$239.40 $39.90 each');
  await userEvent.click(half);
  expect(await screen.findByRole('button', { name: /12 in all/ })).toHaveTextContent('$214.20');
  expect(await within(form()).findByText('$37.80', { selector: 'span' })).toBeVisible();
});

test('one bottle alone has the hint of the page', () => {
  store(() => lowered('$1.00'));
  render(<ProductPage {...makeProduct()} />);
  expect(screen.getByText('2 more bottles and you get 10% off.')).toBeVisible();
});

test('the hint changes without the price, and is announced alone', async () => {
  const text = '1 more bottle and you get 10% off.';
  store(() => ({ price_html: amount('$16.99'), original_price_html: '' }), {
    ...NO_DISCOUNT,
    next_row: { range: '3 – 5', missing: 1, text },
  });
  render(
    <>
      <div id={ANNOUNCER_ID} />
      <ProductPage {...makeProduct()} />
    </>,
  );
  await more();
  expect(await screen.findByText(text, { selector: 'p' })).toBeVisible();
  await waitFor(() => expect(document.getElementById(ANNOUNCER_ID)?.textContent).toBe(text));
});

test('without an answer about the row there is a price and no hint', async () => {
  store(() => lowered('$15.29'), new TypeError('offline'));
  render(<ProductPage {...makeProduct()} />);
  await more();
  expect(await within(form()).findByText('$15.29', { selector: 'span' })).toBeVisible();
  expect(screen.queryByText(/more bottle/)).toBeNull();
});

test('a variation with a table is asked for its own row', async () => {
  store(() => lowered('$52.20'), { ...NO_DISCOUNT, next_row: { range: '6+', missing: 5, text: AHEAD } });
  const product = makeVariableProduct();
  render(<ProductPage {...product} tiers={makeProduct().tiers} next_row={makeProduct().next_row} />);
  expect(screen.getByText('2 more bottles and you get 10% off.')).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: /^2017/ }));
  expect(await screen.findByText(AHEAD)).toBeVisible();
  expect(screen.queryByText('2 more bottles and you get 10% off.')).toBeNull();
});

test('a customer, and who has bottles in the cart, is asked for after loading', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = 'vintner_customer=1';
  store(() => lowered('$14.00'));
  render(<ProductPage {...makeProduct()} />);
  expect(await within(form()).findByText('$14.00')).toBeVisible();
});

test('a change of the cart asks again', async () => {
  let price = '$15.29';
  store(() => lowered(price));
  render(<ProductPage {...makeProduct()} />);
  act(() => void setSection('MiniCart', { ...EMPTY_CART, count: 2, subtotal: '$33.98' }));
  expect(await within(form()).findByText('$15.29', { selector: 'span' })).toBeVisible();
  price = '$13.59';
  act(() => void setSection('MiniCart', { ...EMPTY_CART, count: 5, subtotal: '$76.45' }));
  expect(await within(form()).findByText('$13.59', { selector: 'span' })).toBeVisible();
  act(() => void setSection('MiniCart', EMPTY_CART));
});

test('an answer that comes too late is not shown', async () => {
  const slow = later<unknown>();
  const sent = store((quantity) => (quantity === '2' ? slow.promise : lowered('$15.29')));
  render(<ProductPage {...makeProduct()} />);
  await more();
  await waitFor(() => expect(named(sent, 'get_price_html')).toHaveLength(1));
  await more();
  expect(await within(form()).findByText('$15.29', { selector: 'span' })).toBeVisible();
  await act(async () => slow.settle(lowered('$99.00')));
  expect(within(form()).queryByText('$99.00')).toBeNull();
});

test.each([
  ['no price', { price_html: '', original_price_html: '' }],
  ['no JSON', 'Bad Gateway'],
  ['no connection', new TypeError('offline')],
])('the price area is cleared for other bottles after %s', async (_case, answer) => {
  store(() => answer);
  render(<ProductPage {...makeProduct()} />);
  await more();
  await waitFor(() => expect(within(form()).queryByText('$16.99')).toBeNull());
  expect(within(form()).getByRole('button', { name: 'Add to cart' })).toBeEnabled();
});

test('without a connection the last price of the same bottles stays', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = 'vintner_customer=1';
  const sent = store(() => new TypeError('offline'));
  render(<ProductPage {...makeProduct()} />);
  await waitFor(() => expect(named(sent, 'get_price_html')).toHaveLength(1));
  await waitFor(() => expect(form().querySelector('[aria-busy]')).toBeNull());
  expect(within(form()).getByText('$16.99')).toBeVisible();
});

test('a refused token is replaced by the one that comes with the refusal', async () => {
  const sent = store((_quantity, { fields }) =>
    fields.get('awdr_nonce') === 'fresh'
      ? lowered('$15.29')
      : new Response('Invalid token', { headers: { Nonce: 'fresh' } }),
  );
  render(<ProductPage {...makeProduct()} />);
  await more();
  expect(await within(form()).findByText('$15.29', { selector: 'span' })).toBeVisible();
  expect(named(sent, 'get_price_html')).toHaveLength(2);
});

test('the table is that of the variation shown, and is cleared when it cannot be loaded', async () => {
  const product = { ...makeVariableProduct(), tiers: makeProduct().tiers };
  const sent = store(() => lowered('$52.20'));
  render(<ProductPage {...product} />);
  await userEvent.click(screen.getByRole('radio', { name: /^2017/ }));
  expect(await screen.findByText('$52.20', { selector: 'td' })).toBeVisible();
  expect(named(sent, 'get_variable_product_bulk_table')[0]?.fields.get('product_id')).toBe('31');
  answering({ [CALLS]: new TypeError('offline') });
  await userEvent.click(screen.getByRole('radio', { name: /^2019/ }));
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Buy more, pay less' })).toBeNull());
});

test('while no variation is chosen, a quantity asks for no price', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const sent = store(() => lowered('$1.00'));
  render(<ProductPage {...makeVariableProduct()} />);
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  rested();
  expect(named(sent, 'get_price_html')).toEqual([]);
});
