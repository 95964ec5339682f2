import { expect, test } from 'vitest';
import { findTyped } from './findTyped';

const STATES = [
  { value: 'AS', label: 'American Samoa' },
  { value: 'CA', label: 'California' },
  { value: 'KS', label: 'Kansas' },
  { value: 'AR', label: 'Arkansas' },
];

test.each([
  ['California', 'CA'],
  ['  california ', 'CA'],
  ['ca', 'CA'],
  ['Califor', 'CA'],
  ['Kansas', 'KS'],
])('%s names one option', (text, value) => {
  expect(findTyped(STATES, text)?.value).toBe(value);
});

test.each(['', ' ', 'kan', 'Bordeaux'])('“%s” names none or several', (text) => {
  expect(findTyped(STATES, text)).toBeUndefined();
});
