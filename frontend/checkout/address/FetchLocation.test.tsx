import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeCheckout } from '../../fixtures/checkout';
import { show } from '../../testing/checkout';
import { answering } from '../../testing/network';
import { providerDouble } from '../../testing/provider';

const SEARCH = {
  suggest_url: '/addresses/',
  find_url: '/addresses/found/',
  locate_url: '/addresses/located/',
  least: 4,
  credit: 'Powered by Somebody',
};
const TORONTO = {
  country: 'CA',
  country_name: 'Canada',
  address: '290 Bremner Boulevard',
  address_1: '290 Bremner Boulevard',
  address_2: '',
  city: 'Toronto',
  state: 'ON',
  state_name: 'Ontario',
  postcode: 'M5V 3L9',
  formatted: '290 Bremner Boulevard, Toronto',
};
const DENIED = { code: 1, message: 'User denied Geolocation', PERMISSION_DENIED: 1 };
type Ask = (found: (at: object) => void, failed: (error: object) => void) => void;

beforeEach(() => {
  providerDouble();
});

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'geolocation');
  sessionStorage.clear();
});

const field = (part: string) => document.getElementById(`billing_${part}`) as HTMLInputElement;
const here: Ask = (found) => found({ coords: { latitude: 43.64, longitude: -79.38 } });

async function press(ask: Ask | null, answer: unknown) {
  const geolocation = ask && { getCurrentPosition: ask };
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: geolocation });
  const sent = answering({ '/addresses/located/': answer, update_order_review: { result: 'success', fragments: {} } });
  await show(makeCheckout({ address_search: SEARCH }));
  const [control] = screen.getAllByRole('button', { name: 'Fetch my location' });
  await userEvent.click(control as HTMLElement);
  return { lookups: () => sent.filter(({ url }) => url.startsWith('/addresses/')), control };
}

test('the address where the browser is fills the form, with its country', async () => {
  const { lookups } = await press(here, { status: 'OK', address: TORONTO });
  await vi.waitFor(() => expect(field('city')).toHaveValue('Toronto'), 10_000);
  expect(field('country')).toHaveValue('CA');
  expect(field('state')).toHaveValue('ON');
  expect(field('address_1')).toHaveValue('290 Bremner Boulevard');
  expect(lookups().map(({ fields }) => [fields.get('latitude'), fields.get('longitude')])).toEqual([
    ['43.64', '-79.38'],
  ]);
  expect(lookups()[0]?.fields.get('csrfmiddlewaretoken')).toBe('token');
});

test.each<[string, Ask | null, unknown, string]>([
  ['a browser without positions', null, {}, 'Not supported by browser'],
  ['a shopper who says no', (_, failed) => failed(DENIED), {}, 'User denied Geolocation'],
  ['a service that refuses', here, { status: 'REQUEST_DENIED', address: null }, 'REQUEST_DENIED'],
  [
    'a position without an address',
    here,
    { status: 'ZERO_RESULTS', address: null },
    'No address found for your location',
  ],
])('%s is told in the control, and nothing is filled', async (_, ask, answer, message) => {
  const { control } = await press(ask, answer);
  await vi.waitFor(
    () => expect(control).toHaveTextContent(ask ? `${message} Try again` : /^Not supported by browser$/),
    10_000,
  );
  expect(field('city')).toHaveValue('');
  expect(field('address_1')).toHaveValue('');
});
