import { act } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { browser } from '../lib/go';
import { details, RATES, type Request, showButtons, told } from '../testing/express';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

const reported = (requests: Request[]) =>
  requests.filter(({ name }) => name === 'log_errors').map(({ fields }) => fields.get('errors'));

test('an error that nobody expected is told to the store, once for each sheet', async () => {
  const { provider, press, sendTo, notice, requests } = await showButtons();
  await press();
  provider.group.update.mockImplementation(() => {
    throw new TypeError('amount is no number');
  });
  expect((await sendTo()).reject).toHaveBeenCalled();
  await sendTo();
  expect(notice()).toBe('There was a problem processing the order.');
  expect(reported(requests)).toEqual(['cart: TypeError: amount is no number']);
  await press();
  await sendTo();
  expect(reported(requests)).toHaveLength(2);
});

test('it is told in a few words, and a store that does not listen changes nothing', async () => {
  const answers = { log_errors: new Error('offline') };
  const { provider, press, sendTo, confirm, requests } = await showButtons({}, { answers });
  vi.spyOn(browser, 'go').mockImplementation(() => undefined);
  await press();
  await sendTo();
  provider.createConfirmationToken.mockRejectedValueOnce(new Error('x'.repeat(9000)));
  const event = await confirm();
  expect(event.paymentFailed).toHaveBeenCalledWith(expect.objectContaining({ reason: 'fail' }));
  expect(reported(requests)[0]).toHaveLength(500);
  await confirm();
  expect(browser.go).toHaveBeenCalledWith('/receipt/');
});

test.each<[string, object]>([
  ['a refusal', { get_shipping_options: { ...told(1), quote: undefined, message: 'No wine there.' } }],
  ['an answer without sense', { get_shipping_options: '<html>' }],
  ['a lost connection', { get_shipping_options: new Error('offline') }],
  ['a declined card', { order: new Response('{"code":"x","message":"No."}', { status: 400 }) }],
])('what was to be expected is not: %s', async (_, answers) => {
  const { press, sendTo, confirm, requests } = await showButtons(
    {},
    {
      answers: {
        get_cart_details: details(4800),
        get_shipping_options: told(5300, { shipping_options: RATES }),
        ...answers,
      },
    },
  );
  await press();
  await sendTo();
  await confirm();
  expect(reported(requests)).toEqual([]);
});

test.each([
  [{ type: 'invalid_request_error', message: 'no such option' }, ['cart: invalid_request_error: no such option']],
  [{ type: 'api_connection_error', message: 'offline' }, []],
])('buttons that the provider does not draw are told, where the line is not to blame: %s', async (error, told) => {
  const { emit, requests, section } = await showButtons();
  await emit('loaderror', { error });
  await act(async () => undefined);
  expect(section.dataset.state).toBe('none');
  expect(reported(requests)).toEqual(told);
});
