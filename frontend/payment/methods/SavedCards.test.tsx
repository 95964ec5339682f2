import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeCheckout } from '../../fixtures/checkout';
import { makeMethod, makePayment } from '../../fixtures/payment';
import type { SavedCard } from '../../generated/pages';
import { browser } from '../../lib/go';
import { fill, pay, show, summary } from '../../testing/checkout';
import { answering } from '../../testing/network';
import { providerDouble } from '../../testing/provider';

const PAID = { result: 'success', redirect: '/checkout/order-received/7/?key=k' };
const VISA = { id: '7', type: 'card', label: 'Visa ending in 4242', expiry: '12/40', expired: false, chosen: true };
const OLD = {
  id: '9',
  type: 'card',
  label: 'Mastercard ending in 4444',
  expiry: '01/24',
  expired: true,
  chosen: false,
};

beforeEach(() => {
  vi.spyOn(browser, 'go').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

async function open(saved: SavedCard[], may_save = true) {
  const provider = providerDouble();
  const sent = answering({ update_order_review: { result: 'success', fragments: {} }, checkout: PAID });
  const props = makeCheckout();
  const guest = may_save ? { account: null, log_in_url: '' } : {};
  await show({ ...props, ...guest, payment: { ...props.payment, saved, may_save } });
  fill();
  return { provider, order: () => sent.find(({ url }) => url === '/?wc-ajax=checkout')?.fields };
}

const card = (name: RegExp) => screen.getByRole('radio', { name });
const saveBox = () => screen.queryByRole('checkbox', { name: /Save this card/ });

test('the default card is chosen and pays without the card’s fields', async () => {
  const { provider, order } = await open([VISA, OLD]);
  expect(card(/Visa ending in 4242/)).toBeChecked();
  expect(saveBox()).toBeNull();
  await userEvent.click(pay());
  expect(provider.createPaymentMethod).not.toHaveBeenCalled();
  expect(order()?.get('wc-stripe-payment-token')).toBe('7');
  expect(order()?.has('wc-stripe-payment-method')).toBe(false);
  expect(order()?.has('wc-stripe-new-payment-method')).toBe(false);
});

test('a new card is entered in the provider’s fields, and kept when asked for', async () => {
  const { provider, order } = await open([VISA]);
  await userEvent.click(card(/Use a new card/));
  await userEvent.click(saveBox() as HTMLElement);
  expect(provider.group.update).toHaveBeenLastCalledWith({ setupFutureUsage: 'off_session' });
  expect(provider.element.update).toHaveBeenLastCalledWith({ terms: { card: 'always' } });
  await userEvent.click(pay());
  expect(Object.fromEntries(order() ?? [])).toMatchObject({
    'wc-stripe-payment-token': 'new',
    'wc-stripe-payment-method': 'pm_1',
    'wc-stripe-new-payment-method': 'true',
  });
});

test('a bank’s question that cannot be shown is told, and the form can be used again', async () => {
  vi.stubGlobal('Stripe', undefined);
  answering({ checkout: { result: 'success', redirect: '#wc-stripe-confirm-pi:7:pi_1_secret_2:nonce9' } });
  const props = makeCheckout();
  await show({ ...props, account: null, log_in_url: '', payment: { ...props.payment, saved: [VISA], may_save: true } });
  fill();
  await userEvent.click(pay());
  expect(summary()).toHaveTextContent('Failed to load Card payment method. Please refresh the page and try again.');
  expect(window.location.hash).toBe('#wc-stripe-confirm-pi:7:pi_1_secret_2:nonce9'); // for the refreshed page
  expect(pay()).toBeEnabled();
  expect(browser.go).not.toHaveBeenCalled();
});

test('an expired card is named and cannot be chosen', async () => {
  await open([{ ...OLD, chosen: true }]);
  expect(card(/Mastercard ending in 4444 Expired 01\/24/)).toBeDisabled();
  expect(card(/Use a new card/)).toBeChecked();
});

test('without saved cards there is no list', async () => {
  const { order } = await open([]);
  expect(screen.queryByRole('radio', { name: /Use a new card/ })).toBeNull();
  await userEvent.click(pay());
  expect(order()?.get('wc-stripe-payment-method')).toBe('pm_1');
});

test('a guest may keep a card only along with a new account', async () => {
  await open([], false);
  expect(saveBox()).toBeNull();
  const account = screen.getByRole('checkbox', { name: /Create an account/ });
  await userEvent.click(account);
  expect(saveBox()).toBeVisible();
  await userEvent.click(account);
  expect(saveBox()).toBeNull();
});

test('the bank’s question about a saved card waits for the provider’s script, too', async () => {
  const provider = providerDouble();
  const { Stripe: create } = window as { Stripe?: unknown };
  vi.stubGlobal('Stripe', undefined); // the script is on its way
  const home = `${window.location.origin}/done/`;
  answering({
    ...{ update_order_review: { result: 'success', fragments: {} } },
    checkout: { result: 'success', redirect: '#wc-stripe-confirm-pi:7:pi_1_secret_2:n9' },
    wc_stripe_update_order_status: { success: true, data: { return_url: home } },
  });
  const page = makeCheckout();
  const settings = { ...page.provider, key: 'pk_test_1', script: '' };
  await show({ ...page, provider: settings, payment: makePayment({ saved: [VISA] }) });
  fill();
  await userEvent.click(pay());
  expect(provider.handleNextAction).not.toHaveBeenCalled();
  const script = document.querySelector('script[src*="js.stripe.com"]');
  vi.stubGlobal('Stripe', create);
  await act(async () => script?.dispatchEvent(new Event('load')));
  await waitFor(() => expect(browser.go).toHaveBeenCalledWith(home));
  expect(provider.handleNextAction).toHaveBeenCalledOnce();
});

test('a saved bank account stands with its own type, without a date, and pays by its gateway’s field', async () => {
  const provider = providerDouble();
  const sent = answering({ update_order_review: { result: 'success', fragments: {} }, checkout: PAID });
  const bank = { ...VISA, id: '8', type: 'sepa_debit', label: 'SEPA Direct Debit ending in 3000', expiry: '' };
  const methods = [makeMethod('card'), makeMethod('sepa_debit')];
  await show(makeCheckout({ account: null, log_in_url: '', payment: makePayment({ methods, saved: [VISA, bank] }) }));
  fill();
  await userEvent.click(screen.getByRole('radio', { name: 'SEPA Direct Debit' }));
  expect(card(/^SEPA Direct Debit ending in 3000$/)).toBeChecked();
  expect(card(/Use another account/)).toBeVisible();
  await userEvent.click(pay());
  const order = sent.find(({ url }) => url === '/?wc-ajax=checkout')?.fields;
  expect(order?.get('wc-stripe_sepa_debit-payment-token')).toBe('8');
  expect(order?.has('wc-stripe-payment-token')).toBe(false);
  expect(provider.createPaymentMethod).not.toHaveBeenCalled();
});
