import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { makeCheckout, makeCountry } from '../../fixtures/checkout';
import type { FormField } from '../../generated/pages';
import { answering, later, type Sent } from '../../testing/network';
import { hasFullAddress } from '../fieldRules';
import { restoreFields, storeField } from '../savedFields';
import { AddressFields } from './AddressFields';
import { KnownAddress } from './KnownAddress';

const nothing = () => undefined;
const { billing, countries } = makeCheckout();
const ABROAD = ['AU', 'DE', 'FR', 'GR', 'IE', 'MX'].map((value) => ({ value, label: value }));
ABROAD.push({ value: 'AE', label: 'Emirates' });
const NSW = { value: 'NSW', label: 'New South Wales' };
const RULES = {
  AE: makeCountry('AE', 'United Arab Emirates', { has_postcodes: false, needs_postcode: false }),
  AU: makeCountry('AU', 'Australia', { postcode_label: 'Postal code', states: [NSW] }),
  DE: makeCountry('DE', 'Germany', { postcode_label: 'Postal code' }),
  IE: makeCountry('IE', 'Ireland', { postcode_label: 'Eircode', needs_postcode: false }),
};
let sent: Sent[];

beforeEach(() => {
  sessionStorage.clear();
  const paths = Object.entries(RULES).map(([code, rules]) => [`/checkout/addresses/countries/${code}/`, rules]);
  sent = answering(Object.fromEntries(paths));
});

function fieldsOf(country = 'US'): FormField[] {
  return billing.map((field) => {
    if (field.name !== 'billing_country') return field;
    return { ...field, value: country, options: [...field.options, ...ABROAD] };
  });
}

function element(country = 'US') {
  return (
    <form>
      <AddressFields
        fields={fieldsOf(country)}
        countries={countries}
        problems={{}}
        advice=""
        onCheck={nothing}
        onFix={nothing}
      />
    </form>
  );
}

const field = (part: string) => document.getElementById(`billing_${part}`) as HTMLInputElement | null;
const choose = (country: string) =>
  act(async () => fireEvent.change(field('country') as HTMLElement, { target: { value: country } }));

test('a country without states asks for none, and calls its postcode by its own name', async () => {
  render(element());
  await choose('IE');
  expect(field('state')).toBeNull();
  expect(screen.getByLabelText(/^Eircode/)).not.toBeRequired();
  await choose('US');
  expect(field('state')).toBeRequired();
  expect(screen.getByLabelText('ZIP Code')).toBeRequired();
});

test('a state is needed in a country that has some, also after one that has none', async () => {
  const fields = fieldsOf('DE').map((each) => (each.name === 'billing_state' ? { ...each, required: false } : each));
  render(
    <form>
      <AddressFields fields={fields} countries={countries} problems={{}} advice="" onCheck={nothing} onFix={nothing} />
    </form>,
  );
  await choose('US');
  expect(field('state')).toBeRequired();
});

test('the states of any country can be chosen, and are fetched once', async () => {
  render(element());
  for (const country of ['AU', 'US', 'AU']) await choose(country);
  fireEvent.change(field('state') as HTMLElement, { target: { value: 'NSW' } });
  expect(field('state')).toHaveValue('NSW');
  expect(sent.filter(({ url }) => url.includes('/AU/'))).toHaveLength(1);
});

test('a country without postcodes has a full address without one', async () => {
  render(element());
  await choose('AE');
  expect(field('postcode')).toBeNull();
  for (const part of ['address_1', 'city']) fireEvent.change(field(part) as HTMLElement, { target: { value: 'x' } });
  const entered = [...new FormData(document.forms[0] as HTMLFormElement)] as [string, string][];
  expect(hasFullAddress(new URLSearchParams(entered))).toBe(true);
});

test('a postcode that was typed outlasts a country without postcodes', async () => {
  render(element());
  fireEvent.change(field('postcode') as HTMLElement, { target: { value: '94110' } });
  await choose('AE');
  await choose('US');
  expect(field('postcode')).toHaveValue('94110');
});

test('an address that is known names its country, unless that is the first of the store', () => {
  const known = fieldsOf('AE').map((each) => ({ ...each, value: each.value || 'x' }));
  const { rerender } = render(
    <KnownAddress fields={known} errors={[]}>
      <p />
    </KnownAddress>,
  );
  expect(screen.getByText('Emirates')).toBeVisible();
  const home = known.map((each) => (each.name === 'billing_country' ? { ...each, value: 'US' } : each));
  rerender(
    <KnownAddress fields={home} errors={[]}>
      <p />
    </KnownAddress>,
  );
  expect(screen.queryByText('United States')).toBeNull();
});

test('until the rules are there the fields stay; without them any state may be typed', async () => {
  const answer = later<Response>();
  answering({ '/checkout/addresses/countries/GR/': () => answer.promise });
  render(element());
  await choose('GR');
  expect(field('state')).toBeInstanceOf(HTMLSelectElement);
  await act(async () => answer.settle(new Response('', { status: 503 })));
  expect(field('state')).toBeInstanceOf(HTMLInputElement);
  expect(field('state')).not.toBeRequired();
  answering({ '/checkout/addresses/countries/GR/': makeCountry('GR', 'Greece') });
  await choose('US');
  await choose('GR');
  expect(field('state')).toBeNull();
});

test('the rules of the last country that was chosen count, in whatever order they come', async () => {
  const slow = later<object>();
  answering({
    '/checkout/addresses/countries/FR/': () => slow.promise,
    '/checkout/addresses/countries/DE/': RULES.DE,
  });
  render(element());
  await choose('FR');
  await choose('DE');
  await act(async () => slow.settle(makeCountry('FR', 'France', { states: [NSW] })));
  expect(field('state')).toBeNull();
});

test('a state abroad that was chosen before the page was loaded again is there again', async () => {
  const { unmount } = render(element());
  await choose('AU');
  fireEvent.change(field('state') as HTMLElement, { target: { value: 'NSW' } });
  storeField(field('state') as HTMLInputElement);
  unmount();
  render(element());
  await act(async () => restoreFields(document.forms[0] as HTMLFormElement));
  await vi.waitFor(() => expect(field('state')).toHaveValue('NSW'));
  expect(field('country')).toHaveValue('AU');
});

test('a state abroad is there again once its country’s states have arrived on a slow line', async () => {
  const slow = later<object>();
  sent = answering({ '/checkout/addresses/countries/MX/': () => slow.promise });
  sessionStorage.setItem('vintner.checkout', JSON.stringify({ billing_country: 'MX', billing_state: 'NSW' }));
  render(element());
  await act(async () => restoreFields(document.forms[0] as HTMLFormElement));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(field('state')).toHaveValue('');
  await act(async () => slow.settle(makeCountry('MX', 'Mexico', { states: [NSW] })));
  await vi.waitFor(() => expect(field('state')).toHaveValue('NSW'));
});
