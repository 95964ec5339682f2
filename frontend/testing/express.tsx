import { act, render } from '@testing-library/react';
import { vi } from 'vitest';
import { ExpressButtons } from '../express/ExpressButtons';
import { startExpress } from '../express/startExpress';
import { makeExpress } from '../fixtures/express';
import type { ExpressButtons as Props } from '../generated/pages';
import { providerDouble } from './provider';

const STORE = '/wp-json/wc/store/v1/checkout';

/** A request of the buttons: the call's name or the path, with its fields or its JSON. */
export interface Request {
  name: string;
  fields: URLSearchParams;
  body: Record<string, unknown>;
  headers: Headers;
}

type Answer = object | string | Error | ((request: Request) => unknown);

/** What the store answers with a total; `more` is what a call has besides. */
export function told(amount: number, more: object = {}): object {
  const items = [{ label: 'Subtotal', amount }];
  return {
    ...{ displayItems: items, total: { label: 'Vintner', amount, pending: false }, result: 'success' },
    ...{ quote: { id: `quote-${amount}`, hash: `hash-${amount}`, expires_at: '2026-11-24T12:00:00Z' }, ...more },
  };
}

export function details(amount: number): object {
  const { quote, ...amounts } = told(amount) as { quote: object };
  return { shipping_required: true, order_data: amounts, quote };
}

export const RATES = [
  { id: 'flat_rate:1', displayName: 'Ground', amount: 500 },
  { id: 'flat_rate:2', displayName: 'Air', amount: 1500 },
];

const ANSWERS: Record<string, Answer> = {
  get_cart_details: details(4800),
  add_to_cart: told(4000, { cart_token: 'cart-token' }),
  get_shipping_options: told(5300, { shipping_options: RATES }),
  update_shipping_method: told(6300),
  normalize_address: ({ fields }: Request) => ({
    shipping_address: { state: fields.get('data[shipping_address][state]') === 'California' ? 'CA' : '' },
  }),
  clear_cart: '',
  order: { payment_result: { payment_status: 'success', redirect_url: '/receipt/', payment_details: [] } },
};

/** Show buttons and start them. What is emitted afterwards comes as from the provider's frame. */
export async function showButtons(
  page: Partial<Props> = {},
  { answers = {}, obstacle = '' }: { answers?: Record<string, Answer>; obstacle?: string } = {},
) {
  const provider = providerDouble({ ready: false });
  const requests: Request[] = [];
  const known: Record<string, Answer> = { ...ANSWERS, ...answers };
  vi.stubGlobal('fetch', async (url: string, { body, headers }: RequestInit) => {
    if (url.endsWith('/cart')) return new Response('{}', { headers: { Nonce: 'visitor' } });
    const path = url.startsWith(STORE) ? 'order' : url.replace('/?wc-ajax=wc_stripe_', '');
    const json = path === 'order' ? JSON.parse(String(body)) : {};
    const fields = new URLSearchParams(path === 'order' ? {} : (body as URLSearchParams));
    const request = { name: path === 'order' ? url : path, fields, body: json, headers: new Headers(headers) };
    requests.push(request);
    const answer = known[path];
    const result = typeof answer === 'function' ? await (answer as (request: Request) => unknown)(request) : answer;
    if (result instanceof Error) throw result;
    if (result instanceof Response) return result;
    return new Response(typeof result === 'string' ? result : JSON.stringify(result));
  });
  const express = makeExpress(page);
  const shown = render(<ExpressButtons express={express} obstacle={obstacle} />);
  const section = shown.container.querySelector('fieldset') as HTMLFieldSetElement;
  await act(() => startExpress(section, express));
  const emit = async (event: string, detail: object = {}) => {
    // What an event starts is not waited for: it may wait itself.
    await act(async () => {
      provider.emit(event, detail);
    });
    for (let turn = 0; turn < 5; turn += 1) await act(async () => undefined);
  };
  const press = async (wallet = 'google_pay') => {
    const event = { expressPaymentType: wallet, resolve: vi.fn(), reject: vi.fn() };
    await emit('click', event);
    return event;
  };
  const sendTo = async (address: object = HOME) => {
    const event = { name: 'Ada Lovelace', address, resolve: vi.fn(), reject: vi.fn() };
    await emit('shippingaddresschange', event);
    return event;
  };
  const shipBy = async (id: string) => {
    const event = { shippingRate: { id }, resolve: vi.fn(), reject: vi.fn() };
    await emit('shippingratechange', event);
    return event;
  };
  const confirm = async (other: object = {}) => {
    const event = { ...CONFIRMED, paymentFailed: vi.fn(), ...other };
    await emit('confirm', event);
    return event;
  };
  const notice = () => section.querySelector('[role="alert"]')?.textContent;
  const order = () => requests.find(({ name }) => name.startsWith(STORE));
  return { provider, requests, section, emit, press, sendTo, shipBy, confirm, notice, order };
}

export const HOME = { city: 'San Francisco', state: 'California', postal_code: '94105', country: 'US' };

const CONFIRMED = {
  expressPaymentType: 'google_pay',
  billingDetails: {
    ...{ name: 'Ada King Lovelace', email: 'ada@example.com', phone: '+14155550132' },
    address: { line1: '1 Market Street', line2: null, ...HOME },
  },
  shippingAddress: { name: 'Ada Lovelace', address: { line1: '1 Market Street', line2: null, ...HOME } },
  shippingRate: RATES[0],
};
