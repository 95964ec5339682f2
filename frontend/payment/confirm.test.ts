import { afterEach, expect, test, vi } from 'vitest';
import { makeProvider } from '../fixtures/payment';
import { answering } from '../testing/network';
import { providerDouble } from '../testing/provider';
import { settle } from './confirm';
import { type Pending, readHash } from './confirmationHash';

const provider = makeProvider();
const { messages } = provider;
const HERE = `${window.location.origin}/checkout/order-received/7/?key=k`;
const RECEIPT = `${window.location.origin}/checkout/order-received/7/`;
const ELSEWHERE = 'https://evil.example/';
const REFRESH = 'There was a problem processing the payment. Please refresh the page to try again.';
const DECLINED = { error: { type: 'card_error', code: 'card_declined' } };
const STATUS = '/?wc-ajax=wc_stripe_update_order_status';
const FAILED = '/?wc-ajax=wc_stripe_update_failed_order';

afterEach(() => {
  vi.unstubAllGlobals();
});

const voucher = (method = 'boleto', url = HERE) =>
  readHash(`#wc-stripe-voucher-7:${method}:pi_1_secret_2:${encodeURIComponent(url)}`) as Pending;
const wallet = (method = 'wechat_pay', url = HERE) =>
  readHash(`#wc-stripe-wallet-7:${method}:payment_intent:pi_1_secret_2:${encodeURIComponent(url)}:n9`) as Pending;
const setupWallet = readHash(
  `#wc-stripe-wallet-7:cashapp:setup_intent:seti_1_secret_2:${encodeURIComponent(HERE)}:n9`,
) as Pending;
const older = (url = HERE) => readHash(`#confirm-pi-pi_1_secret_2:${encodeURIComponent(url)}`) as Pending;
const question = readHash('#wc-stripe-confirm-si:7:seti_1_secret_2:n9') as Pending;

function open(answers: Record<string, unknown> = {}, changes: Partial<typeof provider> = {}) {
  const double = providerDouble();
  const sent = answering({ wc_stripe_update_order_status: { success: false }, ...answers });
  const seen = (pending: Pending) => settle(double.stripe, pending, { ...provider, ...changes });
  return { double, seen, urls: () => sent.map(({ url }) => url), fields: () => sent.map(({ fields }) => fields) };
}

test.each([
  ['boleto', 'confirmBoletoPayment'],
  ['multibanco', 'confirmMultibancoPayment'],
  ['oxxo', 'confirmOxxoPayment'],
] as const)('a voucher of %s is shown, then comes the receipt', async (method, call) => {
  const { double, seen, urls } = open();
  expect(await seen(voucher(method))).toBe(HERE);
  expect(double[call]).toHaveBeenCalledWith('pi_1_secret_2', {});
  expect(urls()).toEqual([]);
});

test('after a voucher another site’s address gives way to the order received page', async () => {
  const { seen } = open();
  expect(await seen(voucher('boleto', ELSEWHERE))).toBe(RECEIPT);
});

test('with that elsewhere as well, the page is to be loaded anew', async () => {
  const { double } = open();
  const away = { ...provider, orderReceivedURL: ELSEWHERE };
  await expect(settle(double.stripe, voucher('boleto', ELSEWHERE), away)).rejects.toThrow(REFRESH);
});

test.each(['konbini', 'toString'])('a voucher that nobody makes is told the same: %s', async (method) => {
  await expect(open().seen(voucher(method))).rejects.toThrow(REFRESH);
});

test('a voucher that is refused fails the order, whether or not the store can be reached', async () => {
  for (const answer of [{ success: true }, new TypeError('no network')]) {
    const { double, seen, urls, fields } = open({ wc_stripe_update_failed_order: answer });
    double.confirmBoletoPayment.mockResolvedValue({ error: { type: 'invalid_request_error', code: 'tax_id_invalid' } });
    await expect(seen(voucher())).rejects.toThrow(messages.tax_id_invalid);
    expect(urls()).toEqual([FAILED]);
    expect(Object.fromEntries(fields()[0] ?? [])).toEqual({ order_id: '7', intent_id: 'pi_1', _ajax_nonce: 'token' });
  }
});

test('WeChat Pay shows its code in the page', async () => {
  const { double, seen, urls } = open();
  expect(await seen(wallet())).toBe(HERE);
  expect(double.confirmWechatPayPayment).toHaveBeenCalledWith('pi_1_secret_2', {
    payment_method_options: { wechat_pay: { client: 'web' } },
  });
  expect(urls()).toEqual([]);
});

test('Cash App Pay comes back to the receipt', async () => {
  const { double, seen } = open();
  expect(await seen(wallet('cashapp'))).toBe(HERE);
  expect(double.confirmCashappPayment).toHaveBeenCalledWith('pi_1_secret_2', { return_url: HERE });
});

test('a wallet is only followed to this site', async () => {
  await expect(open().seen(wallet('cashapp', ELSEWHERE))).rejects.toThrow(REFRESH);
});

test('a code that was closed leaves the order to be paid again', async () => {
  const { double, seen, urls } = open();
  double.confirmWechatPayPayment.mockResolvedValue({ paymentIntent: { status: 'requires_action' } });
  await expect(seen(wallet())).rejects.toThrow(messages.not_finished);
  expect(urls()).toEqual([STATUS]);
});

test('whoever paid on the phone and closed the code before the page knew is sent on', async () => {
  const answer = (url: string) => ({ wc_stripe_update_order_status: { success: true, data: { return_url: url } } });
  for (const outcome of [{ paymentIntent: { status: 'requires_action' } }, DECLINED]) {
    const { double, seen } = open(answer(HERE));
    double.confirmWechatPayPayment.mockResolvedValue(outcome);
    expect(await seen(wallet())).toBe(HERE);
  }
  const { double, seen } = open(answer(ELSEWHERE));
  double.confirmWechatPayPayment.mockResolvedValue({ paymentIntent: { status: 'requires_action' } });
  await expect(seen(wallet())).rejects.toThrow(messages.not_finished);
});

test.each([
  ['with an error', DECLINED],
  ['in the intent', { paymentIntent: { status: 'requires_payment_method', last_payment_error: DECLINED.error } }],
])('a wallet that refuses %s is told to the store, then to the shopper', async (_, outcome) => {
  const { double, seen, urls, fields } = open();
  double.confirmCashappPayment.mockResolvedValue(outcome);
  await expect(seen(wallet('cashapp'))).rejects.toThrow(messages.card_declined);
  expect(urls()).toEqual([STATUS]);
  expect(fields()[0]?.get('_ajax_nonce')).toBe('n9');
});

test('a wallet that nobody knows is told by the catalogue', async () => {
  await expect(open().seen(wallet('paypal'))).rejects.toThrow(messages.invalid_wallet_type);
});

test('a wallet that is only kept has to succeed', async () => {
  const { double, seen, urls } = open();
  expect(await seen(setupWallet)).toBe(HERE);
  expect(double.confirmCashappSetup).toHaveBeenCalledWith('seti_1_secret_2', { return_url: HERE });
  double.confirmCashappSetup.mockResolvedValue({ setupIntent: { status: 'processing' } });
  await expect(seen(setupWallet)).rejects.toThrow(/was not finished/);
  expect(urls()).toEqual([STATUS]);
});

test('the bank’s question about a method that is kept is answered and told', async () => {
  const { double, seen, fields } = open({
    wc_stripe_update_order_status: { success: true, data: { return_url: HERE } },
  });
  expect(await seen(question)).toBe(HERE);
  expect(double.handleNextAction).toHaveBeenCalledWith({ clientSecret: 'seti_1_secret_2' });
  expect(fields()[0]?.get('intent_id')).toBe('seti_1');
});

const CHANGE = '/?wc-ajax=wc_stripe_confirm_change_payment';

test('where the method of a subscription is changed, another call is told', async () => {
  const answer = { wc_stripe_confirm_change_payment: { success: true, data: { return_url: HERE } } };
  const { seen, urls, fields } = open(answer, { isChangingPayment: true });
  expect(await seen(question)).toBe(HERE);
  expect(urls()).toEqual([CHANGE]);
  expect(Object.fromEntries(fields()[0] ?? [])).toMatchObject({
    order_id: '7',
    intent_id: 'seti_1',
    _ajax_nonce: 'n9',
  });
});

test('a wallet that is to be charged for a subscription is told before the page is left', async () => {
  const { seen, urls } = open(
    { wc_stripe_confirm_change_payment: { success: true, data: { return_url: RECEIPT } } },
    { isChangingPayment: true },
  );
  expect(await seen(setupWallet)).toBe(RECEIPT);
  expect(urls()).toEqual([CHANGE]);
  const refused = { success: false, data: { error: { message: 'Not yours.' } } };
  const other = open({ wc_stripe_confirm_change_payment: refused }, { isChangingPayment: true });
  await expect(other.seen(setupWallet)).rejects.toThrow('Not yours.');
});

test('an older shape that anybody made up is nothing to the shopper', async () => {
  const { double, seen } = open();
  expect(await seen(older(ELSEWHERE))).toBe('');
  expect(double.handleNextAction).not.toHaveBeenCalled();
  double.handleNextAction.mockResolvedValue({
    error: { type: 'invalid_request_error', code: 'resource_missing', message: "No such payment_intent: 'pi_1'" },
  });
  expect(await seen(older())).toBe('');
});

test('the older shape is followed to this site only, and only when the bank agreed', async () => {
  const { double, seen } = open();
  expect(await seen(older())).toBe(HERE);
  double.handleNextAction.mockResolvedValue(DECLINED);
  await expect(seen(older())).rejects.toThrow(messages.card_declined);
});

test('what nobody expected is told in general words', async () => {
  const { double, seen } = open();
  double.confirmBoletoPayment.mockRejectedValue(new TypeError('x is not a function'));
  await expect(seen(voucher())).rejects.toThrow(provider.genericErrorMessage);
});

test('a store that cannot be reached is told as such', async () => {
  const { seen } = open({ wc_stripe_update_order_status: new TypeError('no network') });
  await expect(seen(question)).rejects.toThrow('An error occurred while connecting to the server. Please try again.');
});
