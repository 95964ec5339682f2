import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { makeCheckout } from '../../fixtures/checkout';
import { show } from '../../testing/checkout';
import { answering } from '../../testing/network';
import { providerDouble } from '../../testing/provider';

const HOME = { first_name: 'Ana', last_name: 'Reis', country: 'US', address_1: '12 Hill Street', address_2: '' };
const FARM = {
  ...HOME,
  address_1: '1 Farm Road',
  city: 'Banff',
  country: 'CA',
  state: 'ON',
  postcode: 'T1L 1A1',
  phone: '',
};

beforeEach(() => {
  providerDouble();
});

test('a saved address fills the form, with the states of its country, and keeps the phone number', async () => {
  answering({ update_order_review: { result: 'success', fragments: {} } });
  const saved_addresses = [
    { id: 1, label: 'Home', parts: HOME, may_be_sent_to: true },
    { id: 2, label: 'Farm', parts: FARM, may_be_sent_to: true },
  ];
  await show(makeCheckout({ saved_addresses }));
  const field = (part: string) => document.getElementById(`billing_${part}`) as HTMLInputElement;
  fireEvent.change(field('phone'), { target: { value: '415 555 0100' } });
  fireEvent.change(screen.getAllByLabelText('Your saved addresses')[0] as HTMLElement, { target: { value: '2' } });
  await act(async () => fireEvent.click(screen.getAllByRole('button', { name: 'Use this address' })[0] as HTMLElement));
  await vi.waitFor(() => expect(field('address_1')).toHaveValue('1 Farm Road'));
  expect(field('country')).toHaveValue('CA');
  expect(field('city').form).toHaveFormValues({ billing_state: 'ON' });
  expect(field('phone')).toHaveValue('415 555 0100');
});

test('an address to which no parcel goes is offered for the bill alone', async () => {
  const saved_addresses = [
    { id: 1, label: 'Home', parts: HOME, may_be_sent_to: true },
    { id: 2, label: 'Berlin', parts: { ...HOME, country: 'DE' }, may_be_sent_to: false },
  ];
  await show(makeCheckout({ saved_addresses }));
  const [billing, shipping] = screen.getAllByLabelText<HTMLSelectElement>('Your saved addresses');
  expect([...(billing?.options ?? [])].map(({ text }) => text)).toEqual(['Home', 'Berlin']);
  expect([...(shipping?.options ?? [])].map(({ text }) => text)).toEqual(['Home']);
});
