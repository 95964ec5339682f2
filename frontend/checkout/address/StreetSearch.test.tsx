import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makeCheckout } from '../../fixtures/checkout';
import { fill, show } from '../../testing/checkout';
import { answering, later } from '../../testing/network';
import { providerDouble } from '../../testing/provider';

const SEARCH = {
  suggest_url: '/addresses/',
  find_url: '/addresses/found/',
  locate_url: '/addresses/located/',
  least: 4,
  credit: 'Powered by Somebody',
};
const MILL = { id: 'us-1', text: '1600 Mill Street', detail: 'Napa, CA, USA' };
const FOUND = { address_1: '1600 Mill Street', address_2: 'Unit 5', city: 'Napa', state: 'CA', postcode: '94559' };
const REVIEW = { result: 'success', fragments: {} };

beforeAll(async () => {
  await import('../../ui/address/StreetSearch');
}, 60_000);

beforeEach(() => {
  providerDouble();
});

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const open = () => show(makeCheckout({ address_search: SEARCH }));
const field = (part: string) => document.getElementById(`billing_${part}`) as HTMLInputElement;
const suggestion = async () => (await screen.findByText(MILL.text)).closest('[role=option]') as HTMLElement;
/** The street, once it is a combobox. */
const street = async () => {
  await vi.waitFor(() => expect(field('address_1')).toHaveRole('combobox'), 10_000);
  return field('address_1');
};

test('a street that is typed brings addresses, and the chosen one fills the form', async () => {
  const sent = answering({
    '/addresses/': { suggestions: [MILL] },
    '/addresses/found/': { address: FOUND },
    update_order_review: REVIEW,
  });
  await open();
  await act(async () => field('first_name').focus());
  await userEvent.type(await street(), 'mill');
  const option = await suggestion();
  expect(option).toHaveRole('option');
  expect(option).toHaveTextContent('Napa, CA, USA');
  expect(screen.getByText('Powered by Somebody')).toBeVisible();
  expect(screen.getByText('1 address found')).toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await vi.waitFor(() => expect(field('city')).toHaveValue('Napa'));
  expect(await street()).toHaveValue('1600 Mill Street');
  expect(field('state')).toHaveValue('CA');
  expect(field('postcode')).toHaveValue('94559');
  expect(field('address_2')).toBeVisible();
  expect(screen.queryByRole('listbox')).toBeNull();
  const requests = sent.map(({ url, fields }) => [url, fields.get('typed') ?? fields.get('id'), fields.get('country')]);
  expect(requests.slice(0, 2)).toEqual([
    ['/addresses/', 'mill', 'US'],
    ['/addresses/found/', 'us-1', null],
  ]);
  const [first, second] = sent.map(({ fields }) => fields.get('session'));
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
  expect(sent.every(({ fields }) => (fields.get('csrfmiddlewaretoken') ?? fields.get('security')) === 'token')).toBe(
    true,
  );
});

test('a list that opens again takes the arrow keys before it is painted', async () => {
  answering({ '/addresses/': { suggestions: [MILL] }, '/addresses/found/': { address: FOUND } });
  await open();
  await act(async () => field('first_name').focus());
  await userEvent.type(await street(), 'mill');
  await suggestion();
  await userEvent.keyboard('{Escape}');
  vi.stubGlobal('requestAnimationFrame', () => 0);
  await userEvent.keyboard(' s');
  await suggestion();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await vi.waitFor(() => expect(field('city')).toHaveValue('Napa'));
});

test('what was typed before the suggestions were there is kept', async () => {
  answering({ '/addresses/': { suggestions: [] }, update_order_review: REVIEW });
  await open();
  await userEvent.type(field('address_1'), '12 Hill');
  expect(await street()).toHaveValue('12 Hill');
});

test.each([
  ['there is no answer', new TypeError('offline')],
  ['the answer makes no sense', 'no JSON'],
])('typing goes on when %s', async (_, answer) => {
  answering({ '/addresses/': answer, update_order_review: REVIEW });
  await open();
  await act(async () => field('first_name').focus());
  await userEvent.type(await street(), 'Mill St');
  await userEvent.tab();
  expect(await street()).toHaveValue('Mill St');
  for (const alert of screen.queryAllByRole('alert')) expect(alert).toHaveTextContent(/^$/);
});

test('an address whose parts are not told leaves what was typed, and the rest to type', async () => {
  answering({ '/addresses/': { suggestions: [MILL] }, '/addresses/found/': { address: null } });
  await open();
  await act(async () => field('first_name').focus());
  await userEvent.type(await street(), 'mill');
  await userEvent.click(await suggestion());
  await vi.waitFor(async () => expect(await street()).toHaveValue('1600 Mill Street'));
  expect(field('city')).toHaveValue('');
});

test('an answer that comes when the field was left opens nothing', async () => {
  const answer = later<object>();
  const sent = answering({ '/addresses/': () => answer.promise, update_order_review: REVIEW });
  await open();
  await act(async () => field('first_name').focus());
  await userEvent.type(await street(), 'mill');
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  await userEvent.tab();
  await act(async () => answer.settle({ suggestions: [MILL] }));
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('without a service the street is a plain field', async () => {
  const sent = answering({ update_order_review: REVIEW });
  await show();
  fill();
  await userEvent.type(field('address_1'), 'mill');
  expect(sent.filter(({ url }) => url.startsWith('/addresses'))).toEqual([]);
  expect(field('address_1')).not.toHaveAttribute('role');
});
