import { afterEach, expect, test } from 'vitest';
import { intentOf, readHash, takeHash } from './confirmationHash';

const RECEIPT = 'https://shop.example/checkout/order-received/7/?key=k';
const AWAY = encodeURIComponent(RECEIPT);

afterEach(() => window.history.replaceState(null, '', '/'));

test.each([
  [
    'the bank’s question',
    '#wc-stripe-confirm-pi:7:pi_1_secret_2:nonce-9',
    { kind: 'confirm', orderId: '7', clientSecret: 'pi_1_secret_2', nonce: 'nonce-9' },
  ],
  [
    'the bank’s question about a method that is kept',
    '#wc-stripe-confirm-si:7:seti_1_secret_2:nonce9',
    { kind: 'confirm', orderId: '7', clientSecret: 'seti_1_secret_2', nonce: 'nonce9' },
  ],
  [
    'a voucher',
    `#wc-stripe-voucher-7:boleto:pi_1_secret_2:${AWAY}`,
    { kind: 'voucher', orderId: '7', method: 'boleto', clientSecret: 'pi_1_secret_2', returnUrl: RECEIPT },
  ],
  [
    'a wallet',
    `#wc-stripe-wallet-7:wechat_pay:payment_intent:pi_1_secret_2:${AWAY}:nonce9`,
    {
      ...{ kind: 'wallet', orderId: '7', method: 'wechat_pay', setup: false },
      ...{ clientSecret: 'pi_1_secret_2', returnUrl: RECEIPT, nonce: 'nonce9' },
    },
  ],
  [
    'a wallet that is kept',
    `#wc-stripe-wallet-7:cashapp:setup_intent:seti_1_secret_2:${AWAY}:nonce9`,
    {
      ...{ kind: 'wallet', orderId: '7', method: 'cashapp', setup: true },
      ...{ clientSecret: 'seti_1_secret_2', returnUrl: RECEIPT, nonce: 'nonce9' },
    },
  ],
  [
    'the older shape',
    `#confirm-pi-pi_1_secret_2:${AWAY}`,
    { kind: 'older', clientSecret: 'pi_1_secret_2', returnUrl: RECEIPT },
  ],
  [
    'the older shape of a setup',
    `#confirm-si-seti_1_secret_2:${AWAY}`,
    { kind: 'older', clientSecret: 'seti_1_secret_2', returnUrl: RECEIPT },
  ],
])('%s is read', (_, hash, pending) => {
  expect(readHash(hash)).toEqual(pending);
});

test.each([
  ['nothing', ''],
  ['another anchor', '#terms'],
  ['no order number', '#wc-stripe-confirm-pi:x:pi_1_secret_2:nonce9'],
  ['no nonce', '#wc-stripe-confirm-pi:7:pi_1_secret_2'],
  ['something after the nonce', '#wc-stripe-confirm-pi:7:pi_1_secret_2:nonce9:more'],
  ['a setup’s secret for a payment', '#wc-stripe-confirm-pi:7:seti_1_secret_2:nonce9'],
  ['a payment’s secret for a setup', '#wc-stripe-confirm-si:7:pi_1_secret_2:nonce9'],
  ['no secret at all', '#wc-stripe-confirm-pi:7:pi_1:nonce9'],
  ['an address that is not encoded', `#wc-stripe-voucher-7:boleto:pi_1_secret_2:${RECEIPT}`],
  ['an address that is encoded wrongly', '#wc-stripe-voucher-7:boleto:pi_1_secret_2:%E0%A4%A'],
  ['a voucher without an address', '#wc-stripe-voucher-7:boleto:pi_1_secret_2:'],
  ['a wallet of no kind of intent', `#wc-stripe-wallet-7:cashapp:charge:pi_1_secret_2:${AWAY}:nonce9`],
  ['a wallet without a nonce', `#wc-stripe-wallet-7:cashapp:payment_intent:pi_1_secret_2:${AWAY}`],
  ['an older one without an address', '#confirm-pi-pi_1_secret_2:'],
])('%s is nothing to the page', (_, hash) => {
  expect(readHash(hash)).toBeNull();
});

test('what is read is taken out of the address, the query stays', () => {
  window.history.replaceState(null, '', '/checkout/?a=1#wc-stripe-confirm-pi:7:pi_1_secret_2:nonce9');
  expect(takeHash()).toBe('#wc-stripe-confirm-pi:7:pi_1_secret_2:nonce9');
  expect(window.location.pathname + window.location.search + window.location.hash).toBe('/checkout/?a=1');
});

test('any other anchor is left alone', () => {
  window.history.replaceState(null, '', '/checkout/#terms');
  expect(takeHash()).toBe('');
  expect(window.location.hash).toBe('#terms');
});

test('a payment that is not wanted is taken out all the same', () => {
  window.history.replaceState(null, '', '/checkout/#wc-stripe-confirm-pi:7:pi_1_secret_2:nonce9');
  expect(takeHash(() => false)).toBe('');
  expect(window.location.hash).toBe('');
});

test('a secret tells its intent', () => {
  expect(intentOf('pi_1_secret_2')).toBe('pi_1');
});
