import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeMethod } from '../../fixtures/payment';
import { browser } from '../../lib/go';
import { open } from '../../testing/methods';
import { block, classic, press } from '../../testing/payingPages';

beforeEach(() => {
  vi.spyOn(browser, 'go').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const refused = (field: string, text: string) => ({
  result: 'failure',
  messages: `<ul><li data-id="${field}">${text}</li></ul>`,
});
const NOT_HERE = 'iDEAL is not for bills to this country.';
const BAD_CODE = 'BLIK Code is invalid';
const GONE = 'That saved card is not there any more.';
/** By selector: the forms are large, and roles are slow to find. */
const radio = (selector: string) => document.querySelector(`input[type=radio]${selector}`) as HTMLInputElement;
const follow = (text: string) => act(async () => fireEvent.click(screen.getByRole('link', { name: text })));
const panelOf = (method: string) => radio(`[value=${method}]`).closest('div');
const METHODS = [makeMethod('card'), makeMethod('ideal')];

test('a method that is refused is told beside it and in the list, which leads to it', async () => {
  await classic.open({ methods: METHODS, order: refused('payment_method', NOT_HERE) });
  await act(async () => fireEvent.click(radio('[value=stripe_ideal]')));
  await press();
  await waitFor(() => expect(classic.errorTexts()).toEqual([NOT_HERE]));
  expect(panelOf('stripe_ideal')).toHaveTextContent(NOT_HERE);
  await follow(NOT_HERE);
  expect(radio('[value=stripe_ideal]')).toHaveFocus();
  await act(async () => fireEvent.click(radio('[value=stripe]')));
  expect(screen.queryByText(NOT_HERE)).toBeNull();
});

test('a saved card that is gone is told beside the cards and in the list, which leads to a new one', async () => {
  const saved = [
    { id: '7', type: 'card', label: 'Visa ending in 4242', expiry: '12/40', expired: false, chosen: true },
  ];
  const order = refused('wc-stripe-payment-token-new', GONE);
  await open([makeMethod('card')], { checkout: order }, { saved });
  for (const [name, value] of Object.entries(ANA)) {
    fireEvent.change(document.getElementById(name) as HTMLInputElement, { target: { value } });
  }
  await press();
  await waitFor(() => expect(classic.errorTexts()).toEqual([GONE]));
  expect(panelOf('stripe')).toHaveTextContent(GONE);
  await follow(GONE);
  expect(radio('[value=new]')).toHaveFocus();
});

test('in the blocks a method that is refused is told where payments are', async () => {
  await block.open({ methods: METHODS, order: refused('payment_method', NOT_HERE) });
  await press();
  await waitFor(() => expect(block.errorTexts()).toEqual([NOT_HERE]));
  expect(block.place()).toHaveFocus();
  expect(screen.queryByRole('heading', { name: /^There (is a|are)/ })).toBeNull();
});

describe.each([classic, block])('in $name', (page) => {
  test('the focus is at an error as soon as it appears', async () => {
    await page.open({ methods: METHODS, order: refused('payment_method', NOT_HERE) });
    let arrive = () => {};
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const store = fetch;
    vi.stubGlobal('fetch', async (url: string) => arrival.then(() => store(url)));
    const focused: boolean[] = [];
    const look = () => page.errorTexts().length > 0 && focused.push(document.activeElement === page.place());
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    await press();
    arrive();
    await waitFor(() => expect(focused).not.toEqual([]));
    expect(focused[0]).toBe(true);
  });

  test('a code that the store refuses is told at its field, until it is typed anew', async () => {
    await page.open({ methods: [makeMethod('blik')], order: refused('wc-stripe-blik-code', BAD_CODE) });
    const field = document.getElementById('wc-stripe-blik-code') as HTMLInputElement;
    fireEvent.change(field, { target: { value: '123456' } });
    await press();
    await waitFor(() => expect(page.errorTexts()).toEqual([BAD_CODE]));
    expect(field).toHaveAccessibleDescription(/BLIK Code is invalid/);
    fireEvent.change(field, { target: { value: '123457' } });
    expect(field).not.toHaveAccessibleDescription(/BLIK Code is invalid/);
  });
});

test.each([classic, block])('in $name a total that was refused is not told of with another delivery', async (page) => {
  const small = 'Payments start at $0.50.';
  await page.open({ methods: METHODS, order: refused('payment_method', small) });
  await press();
  await waitFor(() => expect(page.errorTexts()).toEqual([small]));
  const other = document.querySelector('input[name="shipping_method[0]"]:not(:checked)') as HTMLInputElement;
  await act(async () => fireEvent.click(other));
  expect(page.errorTexts()).toEqual([]);
});

test('a part of the bill that the provider misses is looked for where it was typed', async () => {
  const provider = await block.open();
  const error = { type: 'invalid_request_error', code: 'parameter_missing', param: 'billing_postcode' };
  provider.createConfirmationToken.mockResolvedValue({ error });
  await press();
  await follow('Billing Postcode is a required field.');
  expect(document.getElementById('shipping_postcode')).toHaveFocus();
});

const ANA = {
  ...{ billing_first_name: 'Ana', billing_last_name: 'Reis', billing_address_1: '12 Hill Street' },
  ...{ billing_city: 'San Francisco', billing_state: 'CA', billing_postcode: '94110' },
  ...{ billing_phone: '415 555 0100', billing_email: 'ana@example.com' },
};
