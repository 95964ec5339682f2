import { expect, test } from 'vitest';
import type { FormField } from '../generated/pages';
import { foldCode } from '../lib/foldCode';
import { problemWith } from './fieldRules';

function makeField(name: string, over: Partial<FormField>): FormField {
  const rest = {
    kind: 'text',
    required: true,
    autocomplete: '',
    inputmode: '',
    placeholder: '',
    hint: '',
    options: [],
  };
  return { ...rest, name, label: name, value: '', error: '', ...over };
}

const phone = makeField('billing_phone', { kind: 'tel' });
const email = makeField('billing_email', { kind: 'email' });
const TOLD = 'Use digits, spaces and # _ - + / ( ) . only. An extension goes last: “ext. 725”.';

test.each([
  '+1 415-555-0132',
  '(415) 555-0132',
  'tel:+1-415-555-0132',
  '\u202d+1 415-555-0132\u202c',
  '+1 415\u2011555\u20130132',
  '+1\u00a0415\u202f555\u20090132',
  '\uff0b\uff11\u3000\uff14\uff11\uff15\uff0d\uff15\uff15\uff15\uff0d\uff10\uff11\uff13\uff12',
  '+1 415-555-0132 ext. 725',
  '415-555-0132x725',
  'tel:+14155550132;ext=725',
  '415-555-0132, extension 725',
  '415-555-0132,,725',
  '5555550100',
])('the phone number %s is sent', (typed) => {
  expect(problemWith(phone, typed)).toBe('');
});

test.each(['call me', '415 555 0132 or Bob', '--', 'x725'])('%s is no phone number', (typed) => {
  expect(problemWith(phone, typed)).toBe(TOLD);
});

test('an address is read as the store reads it', () => {
  for (const typed of ['jane@exam\u200bple.com', '\ufeffjane@example.com', 'jane\uff20example.com']) {
    expect(problemWith(email, typed)).toBe('');
  }
  expect(problemWith(email, 'jane@')).toBe('Enter an email address like name@example.com.');
});

test('marks that nobody sees fill in nothing', () => {
  expect(problemWith(makeField('billing_city', { label: 'City', required: true }), '\u200b')).toBe(
    'City is a required field.',
  );
});

test('only the form of letters is folded', () => {
  expect(foldCode(' \uff33\uff21\u200b\uff36\uff25\u2013\u00a010\u017f ')).toBe('SAVE- 10\u017f');
});
