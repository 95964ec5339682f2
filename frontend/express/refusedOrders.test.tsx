import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browser } from '../lib/go';
import { details, type Request, showButtons } from '../testing/express';
import { later } from '../testing/network';

let go: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  go = vi.spyOn(browser, 'go').mockImplementation(() => undefined);
});
afterEach(() => vi.unstubAllGlobals());

const named = (requests: Request[], name: string) => requests.filter((each) => each.name === name);
const refused = (status: number, body: object) => () => new Response(JSON.stringify(body), { status });

test.each([
  [
    { code: 'x', message: 'The total is $52.10 now.', data: { status: 409, reason: 'fail' } },
    { reason: 'fail', message: 'The total is $52.10 now.' },
  ],
  [
    { code: 'x', message: 'Not there.', data: { status: 400, reason: 'address_unserviceable' } },
    { reason: 'address_unserviceable', message: 'Not there.' },
  ],
  [
    { code: 'rest_invalid_param', message: 'm', data: { params: { a: 'No phone.', b: 'No ZIP.' } } },
    { reason: 'fail', message: 'No phone.\nNo ZIP.' },
  ],
  [
    { code: 'x', message: '' },
    { reason: 'fail', message: 'There was a problem processing the order.' },
  ],
])('what the store refuses is said in the sheet and beside the buttons: %j', async (body, failure) => {
  const { press, sendTo, confirm, notice, requests } = await showButtons(
    {},
    { answers: { order: refused(400, body) } },
  );
  await press();
  await sendTo();
  const event = await confirm();
  expect(event.paymentFailed).toHaveBeenCalledWith(failure);
  expect(notice()).toBe(failure.message);
  await confirm();
  expect(named(requests, '/wp-json/wc/store/v1/checkout')).toHaveLength(2);
  expect(go).not.toHaveBeenCalled();
});

test('a lost connection is said in words, and nothing is lost', async () => {
  const { press, sendTo, confirm, notice } = await showButtons({}, { answers: { order: new TypeError('offline') } });
  await press();
  await sendTo();
  const event = await confirm();
  expect(event.paymentFailed).toHaveBeenCalledWith({ reason: 'fail', message: notice() });
  expect(notice()).toBe('An error occurred while connecting to the server. Please try again.');
});

test('a wallet that gives no token pays nothing', async () => {
  const { provider, press, sendTo, confirm, order } = await showButtons();
  provider.createConfirmationToken.mockResolvedValue({ error: { type: 'card_error', message: 'Declined.' } });
  await press();
  await sendTo();
  const event = await confirm();
  expect(event.paymentFailed).toHaveBeenCalledWith({ reason: 'invalid_payment_data', message: 'Declined.' });
  expect(order()).toBeUndefined();
});

test('a second confirmation while the first is under way orders nothing more', async () => {
  const slow = later<object>();
  const { press, sendTo, confirm, requests } = await showButtons({}, { answers: { order: () => slow.promise } });
  await press();
  await sendTo();
  await confirm();
  await confirm();
  expect((await press()).reject).toHaveBeenCalled();
  await act(async () => slow.settle({ payment_result: { redirect_url: '/receipt/', payment_details: [] } }));
  expect(named(requests, '/wp-json/wc/store/v1/checkout')).toHaveLength(1);
});

test.each([
  ['answered', { success: true, data: { return_url: '/receipt/' } }, '/receipt/', ''],
  ['not answered', { success: false, data: { error: { message: 'Your bank said no.' } } }, '', 'Your bank said no.'],
])('the bank’s question is asked; %s', async (_, update_order_status, url, words) => {
  const redirect = '#wc-stripe-confirm-pi:12:pi_1_secret_2:n10';
  const order = { payment_result: { redirect_url: '', payment_details: [{ key: 'redirect', value: redirect }] } };
  const { provider, press, sendTo, confirm, notice } = await showButtons(
    {},
    { answers: { order, update_order_status } },
  );
  await press();
  await sendTo();
  const event = await confirm();
  await act(async () => undefined);
  expect(provider.handleNextAction).toHaveBeenCalledWith({ clientSecret: 'pi_1_secret_2' });
  if (url) expect(go).toHaveBeenCalledWith(url);
  expect(notice()).toBe(words);
  expect(event.paymentFailed).not.toHaveBeenCalled(); // the order is there
});

test('without an address the sheet’s amount has to be the store’s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const slow = later<object>();
  const { press, confirm, order } = await showButtons(
    { needs_shipping: false },
    { answers: { get_cart_details: () => slow.promise } },
  );
  await press();
  await act(() => vi.advanceTimersByTimeAsync(700));
  slow.settle(details(4900));
  const event = await confirm();
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(event.paymentFailed).toHaveBeenCalledWith(
    expect.objectContaining({ message: expect.stringContaining('The total has changed.') }),
  );
  expect(order()).toBeUndefined();
});
