import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AGE_BOX, makeExpress, TERMS_BOX } from '../fixtures/express';
import { browser } from '../lib/go';
import { RATES, type Request, showButtons, told } from '../testing/express';
import { later } from '../testing/network';
import { ExpressButtons } from './ExpressButtons';

const NOT_ADDED = 'There was an error adding the product to the cart.';

let go: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  go = vi.spyOn(browser, 'go').mockImplementation(() => undefined);
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = 'vintner_customer=; max-age=0';
});

const named = (requests: Request[], name: string) => requests.filter((each) => each.name === name);

function showProductForm() {
  const form = document.createElement('form');
  form.innerHTML = `<input name="add-to-cart" value="7"><input name="product_id" value="7">
    <input name="variation_id" value="71"><input name="attribute_vintage" value="2019"><input name="quantity" value="3">`;
  document.body.append(form);
}

test('the place is as high as its buttons from the start, and fetches nothing by itself', () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  const { container } = render(<ExpressButtons express={makeExpress()} />);
  expect(screen.getByRole('group', { name: 'Express checkout' })).toHaveTextContent('or');
  expect(container.querySelector('svg')).toHaveAttribute('height', String(2 * 48 + 8));
  expect(fetched).not.toHaveBeenCalled();
});

test('the provider draws the wallets that the merchant chose, as the merchant chose', async () => {
  const { provider } = await showButtons({ kind: 'checkout', theme: 'outline', wallets: ['link', 'google_pay'] });
  expect(provider.elements).toHaveBeenCalledWith(
    expect.objectContaining({ mode: 'payment', amount: 4800, allowedPaymentMethodTypes: ['link', 'card'] }),
  );
  expect(provider.group.create).toHaveBeenCalledWith(
    'expressCheckout',
    expect.objectContaining({
      buttonHeight: 48,
      buttonType: { applePay: 'check-out', googlePay: 'checkout' },
      buttonTheme: { applePay: 'white-outline', googlePay: 'white' },
      paymentMethods: {
        ...{ applePay: 'never', googlePay: 'auto', link: 'auto' },
        ...{ amazonPay: 'never', klarna: 'never', paypal: 'never' },
      },
      paymentMethodOrder: ['link', 'google_pay'],
    }),
  );
});

test('from the cart: the sheet shows what the store tells, and exactly that is ordered', async () => {
  const { provider, requests, press, sendTo, shipBy, confirm, order } = await showButtons();
  const click = await press();
  expect(click.resolve).toHaveBeenCalledWith(
    expect.objectContaining({
      lineItems: [{ name: 'Subtotal', amount: 4800 }],
      shippingRates: [{ id: 'pending', displayName: 'Pending', amount: 0 }],
      allowedShippingCountries: ['US', 'CA'],
    }),
  );
  const address = await sendTo();
  expect(address.resolve).toHaveBeenCalledWith({
    lineItems: [{ name: 'Subtotal', amount: 5300 }],
    shippingRates: RATES,
  });
  const rate = await shipBy('flat_rate:2');
  expect(rate.resolve).toHaveBeenCalledWith({ lineItems: [{ name: 'Subtotal', amount: 6300 }] });
  expect(provider.group.update.mock.calls).toEqual([[{ amount: 4800 }], [{ amount: 5300 }], [{ amount: 6300 }]]);
  await confirm({ shippingRate: RATES[1] });
  expect(order()?.name).toBe('/wp-json/wc/store/v1/checkout');
  expect(order()?.headers.get('X-WCSTRIPE-EXPRESS-CHECKOUT')).toBe('true');
  expect(order()?.body).toMatchObject({
    billing_address: { first_name: 'Ada', last_name: 'King Lovelace', email: 'ada@example.com' },
    shipping_address: { address_1: '1 Market Street', state: 'CA', method: ['flat_rate:2'], phone: '+14155550132' },
    payment_method: 'stripe',
    extensions: { vintner: { sheet_quote: 'quote-6300', sheet_hash: 'hash-6300' } },
  });
  expect(order()?.body.payment_data).toEqual(
    expect.arrayContaining([
      { key: 'wc-stripe-confirmation-token', value: 'ctoken_1' },
      { key: 'express_payment_type', value: 'google_pay' },
    ]),
  );
  expect(requests.map(({ name }) => name.split('/').at(-1))).toEqual([
    ...['get_cart_details', 'get_shipping_options', 'update_shipping_method', 'normalize_address', 'checkout'],
  ]);
  expect(requests[1]?.fields.get('express_payment_type')).toBe('google_pay');
  expect(go).toHaveBeenCalledWith('/receipt/');
});

test('from a product page: what is chosen goes into a cart of its own, and the order names that cart', async () => {
  showProductForm();
  const { requests, press, sendTo, confirm, order } = await showButtons({ place: 'product' });
  await press();
  const [added] = named(requests, 'add_to_cart');
  const sent = Object.fromEntries(added?.fields ?? []);
  expect(sent).toMatchObject({
    product_id: '7',
    variation_id: '71',
    qty: '3',
    'attributes[attribute_vintage]': '2019',
    cart_token: '',
  });
  await sendTo();
  const priced = Object.fromEntries(named(requests, 'get_shipping_options')[0]?.fields ?? []);
  expect(priced).toMatchObject({ is_product_page: 'true', cart_token: 'cart-token' });
  await confirm();
  expect(order()?.headers.get('Cart-Token')).toBe('cart-token');
});

test('a quantity that was not taken as it was typed is said first, and the one displayed is bought then', async () => {
  showProductForm();
  const field = document.querySelector<HTMLInputElement>('[name="quantity"]') as HTMLInputElement;
  field.insertAdjacentHTML('afterend', '<span id="why">Maximum Quantity: 3</span>');
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', 'why');
  const { requests, press, notice } = await showButtons({ place: 'product' });
  expect((await press()).reject).toHaveBeenCalled();
  expect(notice()).toBe('Maximum Quantity: 3');
  expect(field).toHaveFocus();
  expect(named(requests, 'add_to_cart')).toEqual([]);
  expect((await press()).resolve).toHaveBeenCalled();
});

test('why there is only a pickup is said beside the buttons', async () => {
  const words = 'Sorry, we cannot ship wine to Utah.';
  const { press, sendTo, notice } = await showButtons(
    {},
    { answers: { get_shipping_options: { ...told(5300), message: words } } },
  );
  await press();
  expect((await sendTo()).resolve).toHaveBeenCalled();
  expect(notice()).toBe(words);
});

test('an order that is there already is paid under its own address, without addresses', async () => {
  const { requests, press, confirm, order } = await showButtons({
    place: 'order',
    needs_shipping: false,
    order: { id: 12, key: 'wc_order_1', billing_email: 'ada@example.com' },
  });
  const click = await press();
  await confirm();
  expect(requests[0]?.fields.get('order_id')).toBe('12');
  expect(click.resolve.mock.calls[0]?.[0]).toMatchObject({ emailRequired: false });
  expect(order()?.name).toBe('/wp-json/wc/store/v1/checkout/12');
  expect(order()?.body).toMatchObject({ key: 'wc_order_1', billing_email: 'ada@example.com' });
  expect(order()?.body).not.toHaveProperty('billing_address');
});

test('while something is to be chosen, a press says what, and nothing opens', async () => {
  const { requests, press, notice } = await showButtons({ place: 'product' }, { obstacle: 'Please select a vintage.' });
  const click = await press();
  expect(click.reject).toHaveBeenCalled();
  expect(notice()).toBe('Please select a vintage.');
  expect(requests).toEqual([]);
});

test('age and terms are affirmed first; the next page remembers it', async () => {
  const { press, requests, confirm, sendTo, order } = await showButtons({ age: AGE_BOX, terms: TERMS_BOX });
  const click = await press();
  expect(click.reject).toHaveBeenCalled();
  expect(requests).toEqual([]);
  const age = screen.getByRole('checkbox', { name: AGE_BOX.label });
  expect(age).toHaveFocus();
  expect(age).toBeInvalid();
  expect(age).toHaveAccessibleDescription(AGE_BOX.missing);
  for (const box of screen.getAllByRole('checkbox')) fireEvent.click(box);
  expect(age).toBeValid();
  expect((await press()).resolve).toHaveBeenCalled();
  await sendTo();
  await confirm();
  expect(order()?.body).toMatchObject({ extensions: { vintner: { of_age: '1', terms: '1', 'terms-field': '1' } } });
  document.body.innerHTML = '';
  await showButtons({ age: AGE_BOX, terms: TERMS_BOX });
  for (const box of screen.getAllByRole('checkbox')) expect(box).toBeChecked();
});

test('a date of birth is asked for as one, and told with every address', async () => {
  const { press, sendTo, requests } = await showButtons({ born: ['born_year', 'born_month', 'born_day'] });
  expect((await press()).reject).toHaveBeenCalled();
  expect(screen.getByRole('textbox', { name: 'Year' })).toHaveFocus();
  expect(screen.getAllByText('Please enter your date of birth.')).toHaveLength(1);
  for (const [name, value] of [
    ['Year', '1980'],
    ['Month', '2'],
    ['Day', '3'],
  ] as const)
    fireEvent.input(screen.getByRole('textbox', { name }), { target: { value } });
  expect(screen.queryByText('Please enter your date of birth.')).toBeNull();
  await press();
  await sendTo();
  expect(named(requests, 'get_shipping_options')[0]?.fields.get('born_year')).toBe('1980');
});

test('where a log-in comes first, a guest is led there; a customer is not', async () => {
  const { press, notice, section } = await showButtons({ place: 'product', login_url: '/my-account/?next=/wine/' });
  expect((await press()).reject).toHaveBeenCalled();
  expect(notice()).toBe('Please log in before you pay with a wallet. Log in');
  expect(section.querySelector('[role="alert"] a')).toHaveAttribute('href', '/my-account/?next=/wine/');
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = 'vintner_customer=1';
  expect((await press()).resolve).toHaveBeenCalled();
});

test('a page without a token asks for one', async () => {
  const { press, requests } = await showButtons({ place: 'product' });
  await press();
  expect(requests.map(({ fields }) => fields.get('security'))).toEqual(['visitor']);
});

test('a token that is not valid any more is replaced by that of the refusal', async () => {
  const answers = {
    add_to_cart: ({ fields }: Request) =>
      fields.get('security') === 'fresh'
        ? told(4000)
        : new Response('-1', { status: 403, headers: { Nonce: 'fresh' } }),
  };
  const { press, requests } = await showButtons({ place: 'product' }, { answers });
  expect((await press()).resolve).toHaveBeenCalled();
  expect(requests.map(({ fields }) => fields.get('security'))).toEqual(['visitor', 'fresh']);
});

test('a wallet opens in time even if the store is slow, and the address waits for it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const slow = later<object>();
  const { press, sendTo, provider } = await showButtons(
    { place: 'product' },
    { answers: { add_to_cart: () => slow.promise } },
  );
  const click = await press();
  await act(() => vi.advanceTimersByTimeAsync(699));
  expect(click.resolve).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(click.resolve).toHaveBeenCalledWith(expect.objectContaining({ lineItems: [] }));
  const address = await sendTo();
  await act(async () => slow.settle(told(4000)));
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(address.resolve).toHaveBeenCalledWith(expect.objectContaining({ shippingRates: RATES }));
  expect(provider.group.update).toHaveBeenLastCalledWith({ amount: 5300 });
});

test('after ten seconds more it is said that the wine could not be added', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const never = { add_to_cart: () => new Promise(() => undefined) };
  const { press, sendTo, notice } = await showButtons({ place: 'product' }, { answers: never });
  await press();
  await act(() => vi.advanceTimersByTimeAsync(700));
  const address = await sendTo();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(address.reject).toHaveBeenCalled();
  expect(notice()).toBe(NOT_ADDED);
});

test.each([
  ['in its words', { success: false, data: { message: 'We have 2 left.' } }, 'We have 2 left.'],
  ['without words', { success: false }, NOT_ADDED],
])('a wine that the store refuses opens no wallet: %s', async (_, add_to_cart, words) => {
  const { press, notice } = await showButtons({ place: 'product' }, { answers: { add_to_cart } });
  expect((await press()).reject).toHaveBeenCalled();
  expect(notice()).toBe(words);
});

test('where wine may not go, the sheet refuses the address and the page says why', async () => {
  const message = 'Sorry, we cannot ship wine to Utah.';
  const answers = {
    get_shipping_options: ({ fields }: Request) =>
      fields.get('state') === 'UT'
        ? { ...told(4800), quote: undefined, result: 'invalid_shipping_address', message }
        : told(5300, { shipping_options: RATES }),
  };
  const { press, sendTo, notice, confirm, order } = await showButtons({}, { answers });
  await press();
  await sendTo();
  const utah = await sendTo({ city: 'Salt Lake City', state: 'UT', postal_code: '84101', country: 'US' });
  expect(utah.reject).toHaveBeenCalled();
  expect(notice()).toBe(message);
  await sendTo();
  expect(notice()).toBe('');
  await confirm();
  expect(order()?.body).toMatchObject({ extensions: { vintner: { sheet_quote: 'quote-5300' } } });
});

test('of two addresses the later one has the word', async () => {
  const first = later<object>();
  const waiting = [first.promise, told(7000, { shipping_options: RATES })];
  const { press, sendTo, confirm, order } = await showButtons(
    {},
    { answers: { get_shipping_options: () => waiting.shift() } },
  );
  await press();
  const before = await sendTo();
  const after = await sendTo();
  await act(async () => first.settle(told(5300, { shipping_options: RATES })));
  await act(async () => undefined);
  await act(async () => undefined);
  expect(before.reject).toHaveBeenCalled();
  expect(after.resolve).toHaveBeenCalled();
  await confirm();
  expect(order()?.body).toMatchObject({ extensions: { vintner: { sheet_quote: 'quote-7000' } } });
});

test('a delivery that was never offered is refused here', async () => {
  const { press, sendTo, shipBy, notice, requests } = await showButtons();
  await press();
  await sendTo();
  expect((await shipBy('rocket')).reject).toHaveBeenCalled();
  expect(notice()).toBe('Unknown shipping option "rocket".');
  expect(named(requests, 'update_shipping_method')).toEqual([]);
});

test.each([
  ['product', 1],
  ['cart', 0],
] as const)('a cancelled sheet gives up the cart of a product page alone: %s', async (place, times) => {
  const { press, emit, requests } = await showButtons({ place });
  await press();
  await emit('cancel');
  const cleared = named(requests, 'clear_cart').map(({ fields }) => fields.get('cart_token'));
  expect(cleared).toEqual(Array(times).fill('cart-token'));
});

test('where no wallet is available the place is hidden, and the browser remembers it for a day', async () => {
  const { emit, section } = await showButtons();
  await emit('ready', { availablePaymentMethods: undefined });
  expect(section.dataset.state).toBe('none');
  expect(Number(localStorage.getItem('vintner.no-wallets'))).toBeGreaterThan(Date.now());
  await emit('ready', { availablePaymentMethods: { link: true } });
  expect(section.dataset.state).toBe('ready');
  expect(localStorage.getItem('vintner.no-wallets')).toBeNull();
});

test('where the provider cannot be reached the place is hidden, and nothing is remembered', async () => {
  const { emit, section } = await showButtons();
  await emit('loaderror', { error: {} });
  expect(section.dataset.state).toBe('none');
  expect(localStorage.getItem('vintner.no-wallets')).toBeNull();
});
