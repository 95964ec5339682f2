import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeCheckout } from '../../fixtures/checkout';
import { makeMethod, makePayment } from '../../fixtures/payment';
import { browser } from '../../lib/go';
import { setSection } from '../../lib/sections';
import { fill, pay, summary } from '../../testing/checkout';
import { open, orderIn } from '../../testing/methods';
import { later } from '../../testing/network';

beforeEach(() => {
  vi.spyOn(browser, 'go').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const INTENT = { success: true, data: { id: 'pi_1', client_secret: 'pi_1_secret_2' } };
const ACSS = makeMethod('acss_debit');
const OPENED = { result: 'success', redirect: '#wc-stripe-confirm-pi:7:pi_1_secret_2:n9' };

test('a type that needs an intent first pays by it once the order is bound to it', async () => {
  const home = `${window.location.origin}/done/`;
  const { provider, sent } = await open([ACSS], {
    wc_stripe_create_payment_intent: INTENT,
    wc_stripe_update_payment_intent: { success: true, data: { success: true } },
    wc_stripe_update_order_status: { success: true, data: { return_url: home } },
    checkout: OPENED,
  });
  expect(provider.elements).toHaveBeenCalledWith(expect.objectContaining({ clientSecret: 'pi_1_secret_2' }));
  fill();
  await userEvent.click(pay());
  expect(provider.createPaymentMethod).not.toHaveBeenCalled();
  expect(orderIn(sent())?.get('wc_payment_intent_id')).toBe('pi_1');
  expect(orderIn(sent())?.has('wc-stripe-payment-method')).toBe(false);
  const named = (name: string) => sent().find(({ url }) => url === `/?wc-ajax=wc_stripe_${name}`)?.fields ?? [];
  expect(Object.fromEntries(named('create_payment_intent'))).toEqual({
    payment_method_type: 'acss_debit',
    _ajax_nonce: 'token',
  });
  expect(Object.fromEntries(named('update_payment_intent'))).toEqual({
    ...{ stripe_order_id: '7', wc_payment_intent_id: 'pi_1', save_payment_method: 'no' },
    ...{ selected_upe_payment_type: 'acss_debit', _ajax_nonce: 'n9' },
  });
  expect(provider.confirmPayment).toHaveBeenCalledWith(
    expect.objectContaining({
      clientSecret: 'pi_1_secret_2',
      redirect: 'if_required',
      confirmParams: {
        return_url: `${window.location.origin}/checkout/order-received/7/`,
        payment_method_data: { billing_details: expect.objectContaining({ email: 'ana@example.com' }) },
      },
    }),
  );
  expect(Object.fromEntries(named('update_order_status'))).toMatchObject({ order_id: '7', _ajax_nonce: 'n9' });
  expect(browser.go).toHaveBeenCalledWith(home);
});

test('when that payment fails, the store hears it before the shopper', async () => {
  const { provider, sent } = await open([ACSS], {
    wc_stripe_create_payment_intent: INTENT,
    wc_stripe_update_payment_intent: { success: true, data: { success: true } },
    wc_stripe_update_failed_order: { success: true },
    wc_stripe_update_order_status: { success: false },
    checkout: OPENED,
  });
  provider.confirmPayment.mockResolvedValue({ error: { type: 'card_error', code: 'processing_error' } });
  fill();
  await userEvent.click(pay());
  const names = () => sent().map(({ url }) => url.replace('/?wc-ajax=wc_stripe_', ''));
  await waitFor(() =>
    expect(names()).toEqual([
      ...['create_payment_intent', '/?wc-ajax=checkout', 'update_payment_intent'],
      ...['update_failed_order', 'update_order_status', 'create_payment_intent'],
    ]),
  );
  expect(summary()).toHaveTextContent('An error occurred while processing the card.');
});

test.each([
  [{ error: { message: 'Not your order.' } }, 'Not your order.'],
  [{}, makeCheckout().provider.genericErrorMessage],
])('an intent that the store does not bind is not paid: %o', async (data, text) => {
  const { provider } = await open([ACSS], {
    wc_stripe_create_payment_intent: INTENT,
    wc_stripe_update_payment_intent: { success: false, data },
    checkout: OPENED,
  });
  fill();
  await userEvent.click(pay());
  expect(summary()).toHaveTextContent(text);
  expect(provider.confirmPayment).not.toHaveBeenCalled();
});

test('an intent that the store does not open is told where its fields would be', async () => {
  await open([ACSS], {
    wc_stripe_create_payment_intent: { success: false, data: { error: { message: 'Too many.' } } },
  });
  expect(screen.getByText('Too many.')).toBeVisible();
});

test('another total needs another intent', async () => {
  const intents = [INTENT, { success: true, data: { id: 'pi_2', client_secret: 'pi_2_secret_3' } }];
  const { provider } = await open([ACSS], { wc_stripe_create_payment_intent: () => intents.shift() });
  await act(async () => void setSection('PaymentOptions', makePayment({ methods: [ACSS], amount: 5000 })));
  expect(provider.elements).toHaveBeenLastCalledWith(expect.objectContaining({ clientSecret: 'pi_2_secret_3' }));
});

/** Answers with an intent after the other: pi_1, pi_2 … */
function intents() {
  let opened = 0;
  return () => {
    opened += 1;
    return { success: true, data: { id: `pi_${opened}`, client_secret: `pi_${opened}_secret_2` } };
  };
}

const BOUND = { success: true, data: { success: true } };
const HOME = `${window.location.origin}/done/`;
/** The store's answer to the order, by the intent that it came with. */
const byIntent = ({ fields }: { fields: URLSearchParams }) => ({
  result: 'success',
  redirect: `#wc-stripe-confirm-pi:7:${fields.get('wc_payment_intent_id')}_secret_2:n9`,
});
const DECLINED = { error: { type: 'card_error', code: 'processing_error' } };

test('after a payment that failed another intent is opened, by the newest token, and pays', async () => {
  const verdicts = [{ success: false }, { success: true, data: { return_url: HOME } }];
  const { provider, sent } = await open([ACSS], {
    ...{ wc_stripe_create_payment_intent: intents(), wc_stripe_update_payment_intent: BOUND },
    ...{ wc_stripe_update_failed_order: { success: true }, checkout: byIntent },
    wc_stripe_update_order_status: () => verdicts.shift(),
  });
  provider.confirmPayment.mockResolvedValueOnce(DECLINED);
  fill();
  await userEvent.click(pay());
  expect(summary()).toHaveTextContent('An error occurred while processing the card.');
  await waitFor(() =>
    expect(provider.elements).toHaveBeenLastCalledWith(expect.objectContaining({ clientSecret: 'pi_2_secret_2' })),
  );
  await userEvent.click(pay());
  await waitFor(() => expect(browser.go).toHaveBeenCalledWith(HOME));
  const orders = sent().filter(({ url }) => url === '/?wc-ajax=checkout');
  expect(orders.map(({ fields }) => fields.get('wc_payment_intent_id'))).toEqual(['pi_1', 'pi_2']);
  const calls = sent().filter(({ url }) => /create_payment|update_payment|update_failed/.test(url));
  expect(calls.map(({ fields }) => fields.get('_ajax_nonce'))).toEqual(['token', 'n9', 'n9', 'n9', 'n9']);
});

test('pressed before the other intent is there, the button waits for it', async () => {
  const second = later<unknown>();
  const answers: unknown[] = [intents()(), second.promise];
  const { provider, sent } = await open([ACSS], {
    ...{ wc_stripe_create_payment_intent: () => answers.shift(), wc_stripe_update_payment_intent: BOUND },
    ...{ wc_stripe_update_failed_order: { success: true }, wc_stripe_update_order_status: { success: false } },
    checkout: byIntent,
  });
  provider.confirmPayment.mockResolvedValue(DECLINED);
  fill();
  await userEvent.click(pay());
  await userEvent.click(pay());
  const orders = () => sent().filter(({ url }) => url === '/?wc-ajax=checkout');
  expect(orders()).toHaveLength(1);
  await act(async () => second.settle({ success: true, data: { id: 'pi_2', client_secret: 'pi_2_secret_2' } }));
  await waitFor(() => expect(orders()).toHaveLength(2));
  expect(orders()[1]?.fields.get('wc_payment_intent_id')).toBe('pi_2');
});

test.each([
  ['fields that are not complete', { submit: { error: { type: 'validation_error', code: 'incomplete_account' } } }],
  ['a refusal of fields', { order: { result: 'failure', messages: '<ul><li data-id="billing_city">City?</li></ul>' } }],
])('%s spend no intent', async (_, { submit, order }: { submit?: object; order?: object }) => {
  const { provider, sent } = await open([ACSS], { wc_stripe_create_payment_intent: intents(), checkout: order });
  if (submit) provider.submit.mockResolvedValueOnce(submit);
  fill();
  const button = pay();
  await userEvent.click(button);
  await waitFor(() => expect(button.closest('form')).toHaveAttribute('aria-busy', 'false'));
  await act(async () => undefined); // whatever follows from that
  expect(sent().filter(({ url }) => url.includes('create_payment_intent'))).toHaveLength(1);
  expect(provider.element.destroy).not.toHaveBeenCalled();
});

test('a provider’s script that throws leaves the store told, and the shopper in general words', async () => {
  const { provider, sent } = await open([ACSS], {
    ...{ wc_stripe_create_payment_intent: intents(), wc_stripe_update_payment_intent: BOUND },
    ...{ wc_stripe_update_failed_order: { success: true }, checkout: byIntent },
  });
  provider.confirmPayment.mockRejectedValue(new TypeError('x is not a function'));
  fill();
  await userEvent.click(pay());
  expect(sent().map(({ url }) => url)).toContain('/?wc-ajax=wc_stripe_update_failed_order');
  expect(summary()).toHaveTextContent(makeCheckout().provider.genericErrorMessage);
});
