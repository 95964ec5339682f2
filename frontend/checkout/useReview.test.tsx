import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { makeCheckout } from '../fixtures/checkout';
import { makeMethod } from '../fixtures/payment';
import { box, fill, show, yours } from '../testing/checkout';
import { answering } from '../testing/network';
import { providerDouble } from '../testing/provider';

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const methods = [makeMethod('card'), makeMethod('ideal', { label: 'Bank' })];

/** A complete form whose totals are known. Returns how often they have been asked for since. */
async function filledIn() {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  providerDouble();
  const sent = answering({ update_order_review: { result: 'success', fragments: {} } });
  const page = makeCheckout();
  await show({ ...page, payment: { ...page.payment, methods } });
  fill();
  await wait(1100);
  const before = sent.length;
  return () => sent.length - before;
}

const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const type = (label: string, value: string) => fireEvent.change(box(label), { target: { value } });
const choose = (label: string, value: string) =>
  fireEvent.change(yours().getByRole('combobox', { name: label }), { target: { value } });

test.each([
  ['the payment method', () => fireEvent.click(screen.getByRole('radio', { name: 'Bank' }))],
  ['the country', () => choose('Country', 'CA')],
  ['the state', () => choose('State', 'NY')],
  ['the delivery', () => fireEvent.click(screen.getByRole('radio', { name: /^Pickup/ }))],
  ['where it is delivered', () => fireEvent.click(screen.getByRole('checkbox', { name: /different address/ }))],
])('choosing %s asks for totals 5 ms later', async (_what, choose) => {
  const requests = await filledIn();
  choose();
  expect(requests()).toBe(0);
  await wait(30);
  expect(requests()).toBe(1);
});

test.each([
  ['City', 'Oakland'],
  ['ZIP Code', '94607'],
  ['Street address', '1 Main Street'],
])('typing into %s asks a second after the last letter', async (label, value) => {
  const requests = await filledIn();
  type(label, value);
  await wait(600);
  type(label, `${value} `);
  await wait(900);
  expect(requests()).toBe(0);
  await wait(150);
  expect(requests()).toBe(1);
});

test.each([
  ['City', 'Oakland'],
  ['ZIP Code', '94607'],
  ['Email address', 'zoe@example.com'],
])('leaving %s asks at once, if anything is new', async (label, value) => {
  const requests = await filledIn();
  fireEvent.blur(box(label));
  await wait(50);
  expect(requests()).toBe(0);
  type(label, value);
  fireEvent.blur(box(label));
  await wait(50);
  expect(requests()).toBe(1);
  await wait(1500);
  expect(requests()).toBe(1);
});

test.each(['First name', 'Last name', 'Phone'])('typing into %s asks for nothing', async (label) => {
  const requests = await filledIn();
  type(label, '415 555 0199');
  fireEvent.blur(box(label));
  await wait(1500);
  expect(requests()).toBe(0);
});

test('an address with a gap is not asked about', async () => {
  const requests = await filledIn();
  type('Street address', '');
  fireEvent.blur(box('Street address'));
  type('ZIP Code', '94607');
  fireEvent.blur(box('Email address'));
  await wait(1500);
  expect(requests()).toBe(0);
});

test('what went wrong moves nothing under a pressed pointer', async () => {
  await filledIn();
  answering({ update_order_review: new Error('gone') });
  choose('State', 'NY');
  fireEvent.pointerDown(document.body);
  await wait(30);
  expect(screen.queryByText(/An error occurred while connecting/)).toBeNull();
  fireEvent.pointerUp(document.body);
  await wait(30);
  expect(screen.getAllByText(/An error occurred while connecting/)).not.toHaveLength(0);
});
