import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeBlockCheckout } from '../../fixtures/blockCheckout';
import { makeReview } from '../../fixtures/checkout';
import { makeMethod, makePayment } from '../../fixtures/payment';
import { browser } from '../../lib/go';
import { providerDouble } from '../../testing/provider';
import BlockCheckoutPage from './BlockCheckoutPage';

type Call = { method: string; path: string; body: Record<string, unknown>; nonce: string };

const calls: Call[] = [];
type Answer = { status: number; body: unknown };
let answers: Record<string, Answer | Promise<Answer>> = {};
const cart = (review = makeReview()) => ({
  items: [{}],
  extensions: { vintner: { checkout: { review, payment: makeBlockCheckout().payment } } },
});

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  calls.length = 0;
  answers = {};
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string, init: RequestInit) => {
      const path = url.replace('/wp-json/wc/store/v1', '');
      const headers = init.headers as Record<string, string>;
      calls.push({ method: init.method ?? '', path, body: JSON.parse(String(init.body)), nonce: headers.Nonce ?? '' });
      const { status, body } = (await answers[path]) ?? { status: 200, body: cart() };
      return { status, headers: new Headers({ Nonce: 'n10' }), json: async () => body };
    }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const part = (name: string) => within(screen.getByRole('region', { name }));
/** By its name: the form is large, and roles are slow to find. */
const field = (name: string) => document.getElementById(name) as HTMLInputElement;
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const show = (props = makeBlockCheckout()) => act(async () => render(<BlockCheckoutPage {...props} />));
const pay = () => act(async () => fireEvent.click(screen.getByRole('button', { name: /^Pay / })));

const ANA = {
  billing_email: 'ana@example.com',
  shipping_first_name: 'Ana',
  shipping_last_name: 'Reis',
  shipping_address_1: '12 Hill Street',
  shipping_city: 'San Francisco',
  shipping_state: 'CA',
  shipping_postcode: '94110',
};

async function fill() {
  for (const [name, value] of Object.entries(ANA)) fireEvent.change(field(name), { target: { value } });
  await wait(1010);
}

test('a complete address is told to the store, and the totals that come back are shown', async () => {
  await show();
  answers['/cart/update-customer'] = { status: 200, body: cart(makeReview({ total: '$77.00', shown_total: 7700 })) };
  await fill();
  const update = calls.filter(({ path }) => path === '/cart/update-customer').at(-1);
  expect(update).toMatchObject({
    method: 'POST',
    nonce: 'token',
    body: {
      billing_address: { city: 'San Francisco', email: 'ana@example.com' },
      shipping_address: { city: 'San Francisco', postcode: '94110' },
    },
  });
  expect(within(screen.getByRole('complementary', { name: 'Order summary' })).getAllByText('$77.00')).not.toEqual([]);
});

test('the newest answer wins', async () => {
  await show();
  const waiting: ((body: unknown) => void)[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn(
      () =>
        new Promise((resolve) =>
          waiting.push((body) => resolve({ status: 200, headers: new Headers(), json: async () => body })),
        ),
    ),
  );
  const rates = part('Delivery options').getAllByRole('radio');
  await act(async () => fireEvent.click(rates[1] as HTMLElement));
  await act(async () => fireEvent.click(rates[0] as HTMLElement));
  await act(async () => waiting.shift()?.(cart(makeReview({ total: '$1.00' }))));
  expect(screen.queryAllByText('$1.00')).toEqual([]);
});

test('when the newest change is refused, what came before it is shown', async () => {
  await show();
  answers['/cart/select-shipping-rate'] = { status: 200, body: cart(makeReview({ total: '$55.00' })) };
  answers['/cart/apply-coupon'] = {
    status: 400,
    body: { code: 'c', message: 'No such coupon.', data: { status: 400 } },
  };
  const [, pickup] = part('Delivery options').getAllByRole('radio');
  fireEvent.change(screen.getByLabelText('Coupon code'), { target: { value: 'nosuch' } });
  await act(async () => {
    fireEvent.click(pickup as HTMLElement);
    fireEvent.click(screen.getByRole('button', { name: 'Apply coupon' }));
  });
  expect(calls.map(({ path }) => path)).toEqual(['/cart/select-shipping-rate', '/cart/apply-coupon']);
  expect(screen.getAllByText('$55.00')).not.toEqual([]);
});

test('a fault that the store finds while the shopper goes on stands beside its field', async () => {
  await show();
  const details = { shipping_address: { code: 'invalid_postcode', message: 'ZIP Code should look like 90210.' } };
  answers['/cart/update-customer'] = {
    status: 400,
    body: { code: 'rest_invalid_param', message: 'm', data: { status: 400, details } },
  };
  await fill();
  expect(field('shipping_postcode')).toHaveAccessibleDescription(/should look like 90210/);
  expect(screen.queryByRole('heading', { name: /^There (is a|are)/ })).toBeNull();
});

test('what is missing is listed at the top before anything is sent', async () => {
  await show();
  await pay();
  expect(screen.getByRole('heading', { name: /problems/ })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Street address is a required field.' })).toBeVisible();
  expect(calls).toEqual([]);
});

test.each([
  ['the parcel’s', true, 'US'],
  ['its own', false, 'CA'],
])('which ways to pay are offered is known from the start: by %s country', async (_, same_address, country) => {
  const { billing, payment } = makeBlockCheckout();
  const methods = [makeMethod('card', { countries: [country] }), makeMethod('ideal', { countries: ['NL'] })];
  await show(
    makeBlockCheckout({
      ...{ same_address, payment: { ...payment, methods } },
      billing: billing.map((each) => (each.name === 'billing_country' ? { ...each, value: 'CA' } : each)),
    }),
  );
  expect(part('Payment').getByRole('group', { name: 'Payment' })).toBeVisible();
  expect(part('Payment').getAllByRole('radio')).toHaveLength(1);
  expect(part('Payment').getByRole('radio')).toBeChecked();
});

test('totals that cannot be asked for are told, and leave the shopper where they type', async () => {
  await show();
  act(() => field('shipping_city').focus());
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await fill();
  const area = document.querySelector('[data-payment-notices]') as HTMLElement;
  expect(within(area).getByRole('alert')).toHaveTextContent('An error occurred while connecting to the server.');
  expect(field('shipping_city')).toHaveFocus();
});

test('an order that costs nothing is placed through the Store API, and the receipt follows', async () => {
  const go = vi.spyOn(browser, 'go').mockImplementation(() => undefined);
  const { payment } = makeBlockCheckout();
  await show(makeBlockCheckout({ payment: { ...payment, methods: [], amount: 0 } }));
  answers['/checkout'] = {
    status: 200,
    body: { payment_result: { redirect_url: '/checkout/order-received/7/?key=k', payment_details: [] } },
  };
  answers['/cart/update-customer'] = {
    status: 200,
    body: { items: [{}], extensions: { vintner: { checkout: null } } },
  };
  await fill();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Place order' })));
  const placed = calls.find(({ path }) => path === '/checkout');
  expect(placed).toMatchObject({ method: 'POST', body: { extensions: { vintner: { shown_total: '9865' } } } });
  expect(go).toHaveBeenCalledWith('/checkout/order-received/7/?key=k');
});

test.each([
  ['an order that is placed keeps its page', true, ['/r/']],
  ['a cart that is empty leads to its page', false, ['/cart/']],
])('%s when an earlier change is answered', async (_, places, gone) => {
  const go = vi.spyOn(browser, 'go').mockImplementation(() => undefined);
  const { payment } = makeBlockCheckout();
  await show(makeBlockCheckout({ payment: { ...payment, methods: [], amount: 0 } }));
  const unshown = { vintner: { checkout: null } };
  answers['/cart/update-customer'] = { status: 200, body: { items: [{}], extensions: unshown } };
  await fill();
  let answer: (late: Answer) => void = () => undefined;
  answers['/cart/select-shipping-rate'] = new Promise((resolve) => {
    answer = resolve;
  });
  answers['/checkout'] = { status: 200, body: { payment_result: { redirect_url: '/r/', payment_details: [] } } };
  const [, pickup] = part('Delivery options').getAllByRole('radio');
  await act(async () => fireEvent.click(pickup as HTMLElement));
  if (places) await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Place order' })));
  await act(async () => answer({ status: 200, body: { items: [], extensions: unshown } }));
  expect(go.mock.calls.flat()).toEqual(gone);
});

test('a payment that fails is told where it is made, and nothing typed is lost', async () => {
  const { payment } = makeBlockCheckout();
  await show(makeBlockCheckout({ payment: { ...payment, methods: [], amount: 0 } }));
  answers['/cart/update-customer'] = {
    status: 200,
    body: { items: [{}], extensions: { vintner: { checkout: null } } },
  };
  answers['/checkout'] = {
    status: 400,
    body: { code: 'x', message: 'The card was declined.', data: { status: 400 } },
  };
  await fill();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Place order' })));
  const area = document.querySelector('[data-payment-notices]') as HTMLElement;
  expect(within(area).getByRole('alert')).toHaveTextContent('The card was declined.');
  expect(area).toHaveFocus();
  expect(field('shipping_city')).toHaveValue('San Francisco');
});

test('another way to pay is told to the store, and the total that comes back is shown', async () => {
  const path = '/checkout?__experimental_calc_totals=true';
  const payment = makePayment({ methods: [makeMethod('card'), makeMethod('ideal')], chosen: 'stripe_ideal' });
  await show(makeBlockCheckout({ payment }));
  expect(screen.getByRole('radio', { name: 'iDEAL' })).toBeChecked();
  expect(calls).toEqual([]);
  answers[path] = { status: 200, body: { __experimentalCart: cart(makeReview({ total: '$77.00' })) } };
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: 'Card' })));
  expect(calls).toMatchObject([{ method: 'PUT', path, body: { payment_method: 'stripe' } }]);
  expect(within(screen.getByRole('complementary', { name: 'Order summary' })).getAllByText('$77.00')).not.toEqual([]);
});

test('a way to pay that the store could not be told is told again', async () => {
  await show(makeBlockCheckout({ payment: makePayment({ methods: [makeMethod('card'), makeMethod('ideal')] }) }));
  const path = '/checkout?__experimental_calc_totals=true';
  answers[path] = { status: 400, body: { code: 'c', message: 'Not now.', data: { status: 400 } } };
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: 'iDEAL' })));
  expect(document.querySelector('[data-payment-notices]')).toHaveTextContent('Not now.');
  fireEvent.blur(field('shipping_phone'));
  await fill();
  expect(calls.filter((call) => call.path === path)).toHaveLength(2);
});

test('where a bill to another country is paid in another way, the store is told so', async () => {
  const methods = [makeMethod('card', { countries: ['US'] }), makeMethod('ideal')];
  await show(makeBlockCheckout({ payment: makePayment({ methods }) }));
  fireEvent.change(field('shipping_country'), { target: { value: 'CA' } });
  await wait(10);
  expect(calls.at(-1)).toMatchObject({ method: 'PUT', body: { payment_method: 'stripe_ideal' } });
});

test('a coupon goes by the Store API; a refused one is told at its field', async () => {
  await show();
  const code = screen.getByLabelText('Coupon code');
  fireEvent.change(code, { target: { value: 'nosuch' } });
  answers['/cart/apply-coupon'] = {
    status: 400,
    body: { code: 'c', message: 'No such coupon.', data: { status: 400 } },
  };
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Apply coupon' })));
  expect(calls.at(-1)).toMatchObject({ path: '/cart/apply-coupon', body: { code: 'nosuch' } });
  expect(screen.getByLabelText('Coupon code')).toHaveAccessibleDescription('No such coupon.');
});

test.each([
  ['a card', makeMethod('card'), 'wc-stripe-confirmation-token', 'ctoken_1'],
  ['a bank', makeMethod('ideal'), 'wc-stripe-confirmation-token', 'ctoken_1'],
])('%s goes to the store as a token that pays once', async (_, method, key, value) => {
  const provider = providerDouble();
  vi.spyOn(browser, 'go').mockImplementation(() => undefined);
  answers['/checkout'] = { status: 200, body: { payment_result: { redirect_url: '/r/', payment_details: [] } } };
  answers['/cart/update-customer'] = {
    status: 200,
    body: { items: [{}], extensions: { vintner: { checkout: null } } },
  };
  const page = makeBlockCheckout({ payment: makePayment({ methods: [method], may_save: true }) });
  await show({ ...page, provider: { ...page.provider, return_url: 'https://shop.example/back/' } });
  await fill();
  const saveBox = screen.queryByRole('checkbox', { name: 'Save this card for future orders' });
  if (saveBox) await act(async () => fireEvent.click(saveBox));
  await pay();
  expect(provider.createPaymentMethod).not.toHaveBeenCalled();
  expect(provider.createConfirmationToken).toHaveBeenCalledWith(
    expect.objectContaining({
      params: {
        payment_method_data: {
          billing_details: expect.objectContaining({ name: 'Ana Reis', email: 'ana@example.com' }),
        },
        return_url: 'https://shop.example/back/',
      },
    }),
  );
  expect(calls.find(({ path }) => path === '/checkout')?.body).toMatchObject({
    payment_method: method.value,
    payment_data: [
      ...(saveBox ? [{ key: 'wc-stripe-new-payment-method', value: '1' }] : []),
      { key, value },
      { key: 'wc-stripe-is-deferred-intent', value: '1' },
    ],
  });
});
