import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeOrderPay } from '../../fixtures/orders';
import { browser } from '../../lib/go';
import { answering } from '../../testing/network';
import { providerDouble } from '../../testing/provider';
import OrderPayPage from './OrderPayPage';

const PAGE = new URL(makeOrderPay().action, 'http://localhost:3000').href;
const PAID = { result: 'success', redirect: '/checkout/order-received/1042/?key=k' };

let go: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  go = vi.spyOn(browser, 'go').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

async function show(props = makeOrderPay()) {
  const provider = providerDouble();
  await act(async () => render(<OrderPayPage {...props} />));
  return provider;
}

const pay = () => userEvent.click(screen.getByRole('button', { name: 'Pay $98.65' }));
const accept = () => userEvent.click(screen.getByRole('checkbox', { name: /terms and conditions/ }));

test('the card and the order’s own billing address go to the page itself, once', async () => {
  const sent = answering({ [PAGE]: PAID });
  await show();
  await accept();
  await pay();
  await userEvent.click(screen.getByRole('button', { name: 'Placing your order…' }));
  expect(sent).toHaveLength(1);
  expect(Object.fromEntries(sent[0]?.fields ?? [])).toMatchObject({
    woocommerce_pay: '1',
    shown_total: '9865',
    csrfmiddlewaretoken: 'token',
    payment_method: 'stripe',
    'wc-stripe-payment-method': 'pm_1',
    billing_email: 'ana@example.com',
    terms: '1',
  });
  expect(go).toHaveBeenCalledWith(PAID.redirect);
});

test('terms that were not accepted are asked for before anything is sent', async () => {
  const sent = answering({});
  await show();
  await pay();
  expect(sent).toEqual([]);
  expect(screen.getByRole('link', { name: /accept the terms/ })).toHaveAttribute('href', '#terms');
});

test('after a decline the message is there and the form can be used again', async () => {
  const sent = answering({
    [PAGE]: { result: 'failure', messages: '<ul><li>The card was declined.</li></ul>', reload: false },
  });
  await show();
  await accept();
  await pay();
  await waitFor(() => expect(screen.getByText('The card was declined.').closest('[role=alert]')).toHaveFocus());
  expect(screen.getByRole('checkbox', { name: /terms and conditions/ })).toBeChecked();
  await pay();
  expect(sent).toHaveLength(2);
});

test('a payment of another order behind the hash is not confirmed here', async () => {
  window.history.replaceState(null, '', '/#wc-stripe-confirm-pi:7:pi_1_secret_2:nonce9');
  const sent = answering({});
  await show();
  expect(window.location.hash).toBe('');
  expect(sent).toEqual([]);
});

test('its own payment behind the hash is confirmed, and the receipt follows', async () => {
  window.history.replaceState(null, '', '/#wc-stripe-confirm-pi:1042:pi_1_secret_2:nonce9');
  const sent = answering({
    wc_stripe_update_order_status: { success: true, data: { return_url: '/checkout/order-received/1042/?key=k' } },
  });
  await show();
  expect(sent[0]?.fields.get('order_id')).toBe('1042');
  expect(go).toHaveBeenCalledWith('/checkout/order-received/1042/?key=k');
});

test('what the order knows of the payer is not asked again', async () => {
  const provider = await show();
  expect(provider.group.create).toHaveBeenCalledWith(
    'payment',
    expect.objectContaining({
      defaultValues: { billingDetails: expect.objectContaining({ email: 'ana@example.com' }) },
    }),
  );
});
