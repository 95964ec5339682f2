import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeCheckout } from '../../fixtures/checkout';
import { makeMethod, makePayment } from '../../fixtures/payment';
import { browser } from '../../lib/go';
import { setSection } from '../../lib/sections';
import { PATIENCE_MS } from '../../payment/fields/timeouts';
import { fill, pay, show, summary, yours } from '../../testing/checkout';
import { choose, open, orderIn, PAID } from '../../testing/methods';
import { answering } from '../../testing/network';
import { providerDouble } from '../../testing/provider';

const IDEAL = makeMethod('ideal');

beforeEach(() => {
  vi.spyOn(browser, 'go').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const types = ({ elements }: ReturnType<typeof providerDouble>) =>
  elements.mock.calls.map(
    ([options]) => (options as { allowedPaymentMethodTypes: string[] }).allowedPaymentMethodTypes,
  );

test('the fields of a method are made when it is first chosen, and kept from then on', async () => {
  const { provider } = await open([makeMethod('card'), IDEAL]);
  expect(types(provider)).toEqual([['card']]);
  await choose('iDEAL');
  expect(types(provider)).toEqual([['card'], ['ideal']]);
  await choose('Card');
  await choose('iDEAL');
  expect(provider.elements).toHaveBeenCalledTimes(2);
  expect(provider.element.destroy).not.toHaveBeenCalled();
});

test('a choice is seen before its fields are made', async () => {
  const { provider } = await open([makeMethod('card'), IDEAL]);
  const radio = screen.getByRole('radio', { name: 'iDEAL' });
  fireEvent.click(radio);
  expect(radio).toBeChecked();
  expect(types(provider)).toEqual([['card']]);
  await waitFor(() => expect(types(provider)).toEqual([['card'], ['ideal']]));
});

test.each([
  [true, 'accordion', '18px'],
  [false, 'tabs', '16px'],
])('with the combined layout %s, the fields are laid out as %s, their type is %s', async (isOCEnabled, type, size) => {
  const provider = providerDouble();
  answering({ update_order_review: { result: 'success', fragments: {} } });
  const page = makeCheckout();
  await show({ ...page, provider: { ...page.provider, isOCEnabled, OCLayout: 'accordion' } });
  expect(provider.elements.mock.calls[0]?.[0]).toMatchObject({ appearance: { variables: { fontSizeBase: size } } });
  expect(provider.group.create.mock.calls[0]).toMatchObject(['payment', { layout: { type } }]);
});

test('the chosen method’s payment method goes to the store under the name of its gateway', async () => {
  const { provider, sent } = await open([makeMethod('card'), IDEAL]);
  fill();
  await choose('iDEAL');
  await userEvent.click(pay());
  expect(provider.createPaymentMethod).toHaveBeenCalledOnce();
  expect(Object.fromEntries(orderIn(sent()) ?? [])).toMatchObject({
    payment_method: 'stripe_ideal',
    'wc-stripe-payment-method': 'pm_1',
    'wc-stripe-is-deferred-intent': '1',
  });
});

test('the provider’s fields hear of every new total', async () => {
  const { provider } = await open([makeMethod('card'), IDEAL]);
  await choose('iDEAL');
  provider.group.update.mockClear();
  const total = (amount: number) =>
    act(async () => void setSection('PaymentOptions', makePayment({ methods: [makeMethod('card'), IDEAL], amount })));
  await total(5000);
  expect(provider.group.update.mock.calls).toEqual([[{ amount: 5000 }], [{ amount: 5000 }]]);
  provider.group.update.mockClear();
  await total(5000);
  expect(provider.group.update).not.toHaveBeenCalled();
});

test('a page of the provider is gone to', async () => {
  const url = 'https://hooks.stripe.com/redirect/authenticate/1';
  await open([IDEAL], { checkout: { result: 'success', redirect: url } });
  fill();
  await userEvent.click(pay());
  expect(browser.go).toHaveBeenCalledWith(url);
});

test('a voucher is shown while the form is blocked', async () => {
  const home = `${window.location.origin}/checkout/order-received/7/?key=k`;
  const redirect = `#wc-stripe-voucher-7:boleto:pi_1_secret_2:${encodeURIComponent(home)}`;
  const { provider } = await open([makeMethod('boleto')], { checkout: { result: 'success', redirect } });
  fill();
  await userEvent.click(pay());
  expect(provider.confirmBoletoPayment).toHaveBeenCalledWith('pi_1_secret_2', {});
  expect(browser.go).toHaveBeenCalledWith(home);
});

test('fields that do not load say so by name, and ordering with them asks for details', async () => {
  const { provider, sent } = await open([IDEAL]);
  fill();
  await act(async () => provider.emit('loaderror', { error: {} }));
  expect(screen.getByText('Failed to load iDEAL payment method. Please refresh the page and try again.')).toBeVisible();
  await userEvent.click(pay());
  await waitFor(() => expect(screen.getByText(/^Invalid or missing payment details/)).toHaveFocus());
  expect(sent()).toEqual([]);
});

test('pressed before the fields stand, the button waits for them', async () => {
  const { provider, sent } = await open([IDEAL], {}, {}, providerDouble({ ready: false }));
  fill();
  const button = pay();
  await userEvent.click(button);
  expect(button.closest('form')).toHaveAttribute('aria-busy', 'true');
  expect(provider.submit).not.toHaveBeenCalled();
  await act(async () => provider.emit('ready'));
  await waitFor(() => expect(browser.go).toHaveBeenCalledWith(PAID.redirect));
  expect(orderIn(sent())?.get('wc-stripe-payment-method')).toBe('pm_1');
});

test('fields that fail to load after the button was pressed end the waiting', async () => {
  const { provider, sent } = await open([IDEAL], {}, {}, providerDouble({ ready: false }));
  fill();
  await userEvent.click(pay());
  await act(async () => provider.emit('loaderror', { error: {} }));
  expect(await screen.findByText(/^Invalid or missing payment details/)).toHaveFocus();
  expect(sent()).toEqual([]);
});

test('nobody waits for ever', async () => {
  const { sent } = await open([IDEAL], {}, {}, providerDouble({ ready: false }));
  fill();
  vi.useFakeTimers();
  fireEvent.click(pay());
  await act(() => vi.advanceTimersByTimeAsync(PATIENCE_MS - 1));
  expect(screen.queryByText(/^Invalid or missing payment details/)).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByText(/^Invalid or missing payment details/)).toHaveFocus();
  expect(sent()).toEqual([]);
});

test('without a key there is nothing to begin with', async () => {
  vi.stubGlobal('Stripe', undefined);
  answering({});
  const page = makeCheckout();
  await show({ ...page, provider: { ...page.provider, key: '' } });
  expect(screen.getByText('initialization data is not available')).toBeVisible();
});

test('what is wrong with one method’s fields is not said of another', async () => {
  const { provider } = await open([makeMethod('card'), IDEAL]);
  fill();
  provider.submit.mockResolvedValue({ error: { type: 'validation_error', code: 'incomplete_number' } });
  await userEvent.click(pay());
  await waitFor(() => expect(screen.getByText('The card number is incomplete.')).toHaveFocus());
  await choose('iDEAL');
  expect(screen.queryByText('The card number is incomplete.')).toBeNull();
});

test('a field that the provider misses is named and marked', async () => {
  const { provider } = await open([makeMethod('card')]);
  fill();
  provider.createPaymentMethod.mockResolvedValue({
    error: { type: 'invalid_request_error', code: 'parameter_invalid_empty', param: 'billing_phone' },
  });
  await userEvent.click(pay());
  expect(summary()).toHaveTextContent('Billing Phone is a required field.');
  expect(yours().getByRole('textbox', { name: 'Phone' })).toHaveAccessibleDescription(/Billing Phone is a required/);
});

test.each(['12345', '1234567', '12a456', ''])('“%s” is no bank code', async (code) => {
  const { provider, sent } = await open([makeMethod('blik')]);
  fill();
  const field = screen.getByRole('textbox', { name: 'BLIK code' });
  fireEvent.change(field, { target: { value: code } });
  await userEvent.click(pay());
  expect(field).toHaveAccessibleDescription(/^⚠? ?BLIK Code is invalid/);
  expect(field).toHaveFocus();
  expect(provider.createPaymentMethod).not.toHaveBeenCalled();
  expect(sent()).toEqual([]);
});

test('a bank code of six digits pays without any fields of the provider', async () => {
  const { provider, sent } = await open([makeMethod('blik')]);
  fill();
  const field = screen.getByRole('textbox', { name: 'BLIK code' });
  expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  expect(field).toHaveAttribute('inputmode', 'numeric');
  fireEvent.change(field, { target: { value: '123 456' } });
  await userEvent.click(pay());
  expect(provider.elements).not.toHaveBeenCalled();
  const [method] = provider.createPaymentMethod.mock.calls[0] ?? [];
  expect(method).toMatchObject({ type: 'blik', blik: {}, billing_details: { email: 'ana@example.com' } });
  expect(Object.fromEntries(orderIn(sent()) ?? [])).toMatchObject({
    payment_method: 'stripe_blik',
    'wc-stripe-payment-method': 'pm_1',
    'wc-stripe-blik-code': '123456',
  });
});

const CASH_APP = makeMethod('cashapp');
const NOTICE =
  'Please note that, depending on your account and transaction history, Cash App Pay may reject your transaction due to its amount.';

test.each([
  [200_000, false],
  [200_001, true],
])('with a total of %s the wallet’s notice is %s', async (amount, visible) => {
  await open([makeMethod('card'), CASH_APP], {}, { amount });
  expect(screen.queryByText(NOTICE)).toBeNull();
  await choose('Cash App Pay');
  expect(screen.queryByText(NOTICE) !== null).toBe(visible);
  await choose('Card');
  expect(screen.queryByText(NOTICE)).toBeNull();
});

test('the notice goes when the total falls, and is read out when it comes', async () => {
  const region = document.createElement('div');
  region.id = 'announcements';
  document.body.append(region);
  await open([CASH_APP], {}, { amount: 200_001 });
  expect(screen.getAllByText(NOTICE)).not.toEqual([]);
  await vi.waitFor(() => expect(region).toHaveTextContent(NOTICE));
  region.remove();
  await act(async () => void setSection('PaymentOptions', makePayment({ methods: [CASH_APP], amount: 200_000 })));
  expect(screen.queryByText(NOTICE)).toBeNull();
});

test('a method that is hidden for a while keeps its fields, and is not sent meanwhile', async () => {
  const { provider, sent } = await open([makeMethod('card'), makeMethod('ideal', { countries: ['CA'] })]);
  fill();
  const country = yours().getByRole('combobox', { name: 'Country' });
  fireEvent.change(country, { target: { value: 'CA' } });
  await choose('iDEAL');
  fireEvent.change(country, { target: { value: 'US' } });
  expect(screen.queryByRole('radio', { name: 'iDEAL' })).toBeNull();
  expect(provider.element.destroy).not.toHaveBeenCalled();
  fireEvent.change(yours().getByRole('combobox', { name: 'State' }), { target: { value: 'CA' } });
  await userEvent.click(pay());
  expect(orderIn(sent())?.get('payment_method')).toBe('stripe');
});

test('the store learns what the fields look like, once and only when that is news to it', async () => {
  providerDouble();
  const sent = answering({ wc_stripe_save_appearance: { success: true, data: {} } });
  const page = makeCheckout();
  const looks = () => sent.filter(({ url }) => url.includes('save_appearance'));
  const settings = { ...page.provider, saveAppearanceNonce: 'token', theme_name: 'light' };
  await show({ ...page, provider: settings });
  expect(looks()).toHaveLength(1);
  const { appearance, ...rest } = Object.fromEntries(looks()[0]?.fields ?? []);
  expect(rest).toEqual({ is_block_checkout: 'false', theme_name: 'light', _ajax_nonce: 'token' });
  await show({ ...page, provider: { ...settings, appearance: JSON.stringify(JSON.parse(appearance ?? ''), null, 1) } });
  expect(looks()).toHaveLength(1);
});

test('a total that cannot be charged is told in place of the ways to pay', async () => {
  providerDouble();
  answering({ update_order_review: { result: 'success' } });
  const problem = 'Payments start at $0.50, and your total is $0.20.';
  await show(makeCheckout({ payment: makePayment({ amount: 20, methods: [], problem }) }));
  expect(screen.getByText(problem)).toBeVisible();
  expect(screen.queryByText(/Nothing to pay/)).toBeNull();
});
