import { act, fireEvent } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeMethod } from '../fixtures/payment';
import { browser } from '../lib/go';
import { fill } from '../testing/checkout';
import { open, orderIn, PAID } from '../testing/methods';
import { later } from '../testing/network';
import { providerDouble } from '../testing/provider';

beforeEach(() => {
  vi.spyOn(browser, 'go').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const REFUSED = { result: 'failure', messages: '<ul><li>No.</li></ul>' };

/** By selector: the form is large, and roles are slow to find. */
const one = (selector: string) => document.querySelector<HTMLInputElement>(selector) as HTMLInputElement;
const city = () => one('[name=billing_city]');

async function at(field: HTMLElement | undefined, keys: string) {
  act(() => field?.focus());
  await userEvent.keyboard(keys);
}

async function ordering() {
  const answer = later<unknown>();
  const { sent, all } = await open([makeMethod('card'), makeMethod('ideal')], { checkout: () => answer.promise });
  const sentinel = document.createElement('div');
  sentinel.id = 'announcements';
  document.body.append(sentinel);
  fill();
  await userEvent.click(one('#place_order'));
  return { answer, sent, all, sentinel };
}

test('while an order is placed the keyboard changes nothing, presses nothing, and keeps its place', async () => {
  const { answer, sent, sentinel } = await ordering();
  expect(one('#place_order')).toHaveFocus();
  expect(one('#place_order')).toHaveTextContent('Placing your order…');
  await vi.waitFor(() => expect(sentinel).toHaveTextContent('Placing your order…'));
  const [card, apply] = [one('[name=payment_method]'), one('[name=apply_coupon]')];
  await at(city(), 'x{Backspace}{Enter}');
  await at(card, '{ArrowDown}');
  await at(apply, '{Enter}');
  expect(city()).toHaveValue('San Francisco');
  expect(card).toBeChecked();
  expect(apply).toHaveFocus();
  expect(sent()).toHaveLength(1);
  await act(async () => answer.settle(REFUSED));
  await vi.waitFor(() => expect(sentinel).toBeEmptyDOMElement());
  await at(city(), '!');
  expect(city()).toHaveValue('San Francisco!');
});

test('who leaves a field meanwhile asks for no totals', async () => {
  const { answer, all } = await ordering();
  const before = all.length;
  vi.useFakeTimers();
  const field = one('[name=billing_email]');
  field.value = 'zoe@example.com';
  fireEvent.blur(field);
  await act(() => vi.advanceTimersByTimeAsync(50));
  expect(all).toHaveLength(before);
  await act(async () => answer.settle(REFUSED));
  fireEvent.blur(field);
  await act(() => vi.advanceTimersByTimeAsync(50));
  expect(all).toHaveLength(before + 1);
});

test('what is sent is what the form said when the button was pressed', async () => {
  const { provider, sent } = await open([makeMethod('ideal')], {}, {}, providerDouble({ ready: false }));
  fill();
  await userEvent.click(one('#place_order'));
  city().value = 'Oakland'; // as a password manager does, past all listeners
  await act(async () => provider.emit('ready'));
  await vi.waitFor(() => expect(browser.go).toHaveBeenCalledWith(PAID.redirect));
  expect(orderIn(sent())?.get('billing_city')).toBe('San Francisco');
});
