import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeMethod } from '../../fixtures/payment';
import { browser } from '../../lib/go';
import { fill, pay, summary } from '../../testing/checkout';
import { open } from '../../testing/methods';
import { later } from '../../testing/network';
import { block } from '../../testing/payingPages';
import { providerDouble } from '../../testing/provider';

const HERE = `${window.location.origin}/checkout/order-received/7/?key=k`;
const VOUCHER = `#wc-stripe-voucher-7:boleto:pi_1_secret_2:${encodeURIComponent(HERE)}`;
const REFUSED = { error: { type: 'invalid_request_error', code: 'tax_id_invalid' } };

beforeEach(() => {
  vi.spyOn(browser, 'go').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

test('a payment that comes into the address during an attempt is seen through after it', async () => {
  const answer = later<unknown>();
  const { provider } = await open([makeMethod('card')], {
    checkout: () => answer.promise,
    wc_stripe_update_order_status: { success: true, data: { return_url: HERE } },
  });
  fill();
  await userEvent.click(pay());
  window.history.replaceState(null, '', '#wc-stripe-confirm-pi:7:pi_9_secret_2:n9');
  await act(async () => void window.dispatchEvent(new HashChangeEvent('hashchange')));
  expect(provider.handleNextAction).not.toHaveBeenCalled();
  await act(async () => answer.settle({ result: 'failure', messages: '<ul><li>No.</li></ul>' }));
  await waitFor(() => expect(provider.handleNextAction).toHaveBeenCalledWith({ clientSecret: 'pi_9_secret_2' }));
  await waitFor(() => expect(browser.go).toHaveBeenCalledWith(HERE));
});

test.each([`${window.location.origin}/checkout/`, 'https://evil.example/'])(
  'a made-up older hash that leads to %s greets nobody with an error',
  async (place) => {
    const provider = providerDouble();
    provider.handleNextAction.mockResolvedValue({ error: { type: 'invalid_request_error', code: 'resource_missing' } });
    window.history.replaceState(null, '', `#confirm-pi-pi_1_secret_2:${encodeURIComponent(place)}`);
    await open([makeMethod('card')], {}, {}, provider);
    await waitFor(() => expect(pay()).toBeEnabled());
    expect(window.location.hash).toBe('');
    expect(screen.queryByRole('heading', { name: /^There (is a|are)/ })).toBeNull();
    expect(browser.go).not.toHaveBeenCalled();
  },
);

test.each([
  ['question', '#wc-stripe-confirm-pi:999:pi_1_secret_2:n9'],
  ['voucher', `#wc-stripe-voucher-999:boleto:pi_1_secret_2:${encodeURIComponent(HERE)}`],
  ['wallet', `#wc-stripe-wallet-999:cashapp:payment_intent:pi_1_secret_2:${encodeURIComponent(HERE)}:n9`],
  ['malformed one', '#wc-stripe-confirm-pi:abc::'],
])('a made-up %s in the address greets nobody with an error', async (_, hash) => {
  const provider = providerDouble();
  const unknown = { error: { type: 'invalid_request_error', code: 'resource_missing' } };
  provider.handleNextAction.mockResolvedValue(unknown);
  provider.confirmBoletoPayment.mockResolvedValue(unknown);
  provider.confirmCashappPayment.mockResolvedValue(unknown);
  window.history.replaceState(null, '', hash);
  const refused = { success: false, data: { error: { message: 'This is not your order.' } } };
  await open([makeMethod('card')], { wc_stripe_update_order_status: refused }, {}, provider);
  await waitFor(() => expect(pay()).toBeEnabled());
  expect(screen.queryByRole('heading', { name: /^There (is a|are)/ })).toBeNull();
  expect(browser.go).not.toHaveBeenCalled();
});

test('a voucher that cannot be shown is told by the name of its method, and a refreshed page goes on with it', async () => {
  const provider = providerDouble();
  vi.stubGlobal('Stripe', undefined);
  window.history.replaceState(null, '', VOUCHER);
  await open([makeMethod('card'), makeMethod('boleto')], {}, {}, provider);
  await waitFor(() => expect(summary()).toHaveTextContent('Failed to load Boleto payment method.'));
  expect(window.location.hash).toBe(VOUCHER);
});

test('a refused voucher is reported, and the next try sent, by the token that came with the order', async () => {
  const { provider, sent } = await open([makeMethod('boleto')], {
    checkout: { result: 'success', redirect: VOUCHER, nonce: 'n10' },
    wc_stripe_update_failed_order: { success: true },
  });
  provider.confirmBoletoPayment.mockResolvedValue(REFUSED);
  fill();
  await userEvent.click(pay());
  await userEvent.click(pay());
  const [first, report, second] = sent().map(({ fields }) => fields);
  expect(first?.get('csrfmiddlewaretoken')).toBe('token');
  expect(report?.get('_ajax_nonce')).toBe('n10');
  expect(second?.get('csrfmiddlewaretoken')).toBe('n10');
});

test('the checkout in blocks goes on by the token of the answer, too', async () => {
  const redirect = VOUCHER;
  const provider = await block.open({ methods: [makeMethod('boleto')], order: { result: 'success', redirect } });
  provider.confirmBoletoPayment.mockResolvedValue(REFUSED);
  await userEvent.click(pay());
  await waitFor(() => expect(block.errorTexts()).toHaveLength(1));
  expect(document.querySelector('input[name=csrfmiddlewaretoken]')).toHaveValue('n10');
});
