import { expect, test } from 'vitest';
import type { FoundAddress } from '../../ui/address/foundAddress';
import { type FormParts, type PartName, partValues } from './addressParts';

const NAPA: FoundAddress = {
  country: 'US',
  country_name: 'United States',
  address: '1600 Mill Street Napa County',
  address_1: '1600 Mill Street',
  address_2: '',
  city: 'Napa',
  state: 'CA',
  state_name: 'California',
  postcode: '94559-1234',
  formatted: '1600 Mill Street, Napa, CA 94559, USA',
};
const COUNTRIES = [{ value: 'US', label: 'United States' }];
const STATES = [{ value: 'CA', label: 'California' }];
const ALL: FormParts = { country: COUNTRIES, state: STATES, city: 'text', postcode: 'text' };
const { country: _country, ...NO_COUNTRY } = ALL;
const { state: _state, ...NO_STATE } = ALL;

test.each<[string, FormParts, Partial<FoundAddress>, Partial<Record<PartName, string>>]>([
  [
    'each part has its field',
    ALL,
    {},
    { country: 'US', state: 'CA', city: 'Napa', postcode: '94559-1234', address: '1600 Mill Street Napa County' },
  ],
  [
    'parts without a field follow the address',
    { country: COUNTRIES },
    {},
    { country: 'US', address: '1600 Mill Street Napa County, Napa, California, 94559-1234' },
  ],
  [
    'the country too',
    NO_COUNTRY,
    {},
    { state: 'CA', city: 'Napa', postcode: '94559-1234', address: '1600 Mill Street Napa County, United States' },
  ],
  ['a form with an address alone gets all of it', {}, {}, { address: '1600 Mill Street, Napa, CA 94559, USA' }],
  [
    'a text takes the long name',
    { ...ALL, country: 'text', state: 'text' },
    {},
    {
      country: 'United States',
      state: 'California',
      city: 'Napa',
      postcode: '94559-1234',
      address: '1600 Mill Street Napa County',
    },
  ],
  [
    'without a city and a state field, the state is the city',
    NO_STATE,
    { city: '', state_name: 'Central' },
    { country: 'US', city: 'Central', postcode: '94559-1234', address: '1600 Mill Street Napa County' },
  ],
  [
    'without a city, a form with a state field has none',
    ALL,
    { city: '' },
    { country: 'US', state: 'CA', city: '', postcode: '94559-1234', address: '1600 Mill Street Napa County' },
  ],
])('%s', (_, form, over, values) => {
  expect(partValues({ ...NAPA, ...over }, form)).toEqual(values);
});

test.each([
  ['a code with its country in front', [{ value: 'US-CA', label: 'Calif.' }], 'US-CA'],
  ['a name, where no code fits', [{ value: '5', label: 'California' }], '5'],
  ['nothing, where neither fits', [{ value: '7', label: 'Utah' }], ''],
])('a state is found by %s', (_, state, value) => {
  expect(partValues(NAPA, { ...ALL, state }).state).toBe(value);
});
