import { act, fireEvent, render, screen } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { makeCheckout } from '../../fixtures/checkout';
import type { CountryRules, FormField } from '../../generated/pages';
import { AddressFields } from './AddressFields';
import { StateField } from './StateField';

const { billing, countries } = makeCheckout();
const field = { ...(billing.find(({ name }) => name === 'billing_state') as FormField), value: 'UT' };
const [us, canada] = countries as [CountryRules, CountryRules];
const STATELESS: CountryRules = { ...us, code: 'DE', name: 'Germany', states: [] };
const nothing = () => undefined;

function element(rules: CountryRules | undefined) {
  return <StateField field={field} rules={rules} countries={countries} error="" onChange={nothing} onBlur={nothing} />;
}

const state = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'State' });

test('a state that is known is still chosen when the browser has taken over', async () => {
  const root = document.createElement('div');
  document.body.append(root);
  root.innerHTML = renderToString(element(us));
  expect(state()).toHaveValue('UT');
  let mounted: Root | undefined;
  await act(async () => {
    mounted = hydrateRoot(root, element(us));
  });
  expect(state()).toHaveValue('UT');
  expect([...state().options].map(({ value }) => value)).toEqual(['', 'CA', 'NY', 'UT']);
  await act(async () => mounted?.unmount());
});

test('a country and a state that were chosen before the browser took over stay chosen', async () => {
  const fields = billing.filter(({ name }) => ['billing_country', 'billing_state'].includes(name));
  const address = (
    <AddressFields fields={fields} countries={countries} problems={{}} advice="" onCheck={nothing} onFix={nothing} />
  );
  const root = document.createElement('div');
  document.body.append(root);
  root.innerHTML = renderToString(address);
  screen.getByRole<HTMLSelectElement>('combobox', { name: 'Country' }).value = 'CA';
  state().value = 'ON';
  let mounted: Root | undefined;
  await act(async () => {
    mounted = hydrateRoot(root, address);
  });
  expect(screen.getByRole('combobox', { name: 'Country' })).toHaveValue('CA');
  expect(screen.getByRole('combobox', { name: 'Province' })).toHaveValue('ON');
  await act(async () => mounted?.unmount());
});

test('the states are those of the country, and what fits stays chosen', () => {
  const { rerender } = render(element(us));
  fireEvent.change(state(), { target: { value: 'CA' } });
  rerender(element(canada));
  expect(state()).toHaveValue('');
  expect(screen.getByRole('option', { name: 'Ontario' })).toBeInTheDocument();
  rerender(element(us));
  expect(state()).toHaveValue('CA');
});

test('a country without states asks for none', () => {
  render(element(STATELESS));
  expect(screen.queryByLabelText('State')).toBeNull();
});

test('of a country that is not known any state may be', () => {
  render(element(undefined));
  expect(screen.getByRole('textbox', { name: 'State' })).toHaveValue('UT');
});
