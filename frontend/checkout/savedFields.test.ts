import { beforeEach, expect, test } from 'vitest';
import { forgetEmail, keepConsents, restoreFields, storeField } from './savedFields';

const PARTS = ['first_name', 'country', 'address_1', 'address_2', 'city', 'state', 'postcode', 'email'];
const HERS = { address_1: '9 Oak Road', address_2: 'Apt 4', city: 'Sonoma', postcode: '95476' };

/** A page's form as the store sends it, with these values. */
function load(values: Record<string, string> = {}): Record<string, HTMLInputElement> {
  document.body.innerHTML = '<form></form>';
  const form = document.forms[0] as HTMLFormElement;
  for (const part of PARTS) {
    const input = document.createElement('input');
    Object.assign(input, { name: `billing_${part}`, value: values[part] ?? '' });
    form.append(input);
  }
  return Object.fromEntries(PARTS.map((part) => [part, form.elements.namedItem(`billing_${part}`)])) as never;
}

function type(fields: Record<string, HTMLInputElement>, values: Record<string, string>) {
  for (const [part, value] of Object.entries(values)) {
    const field = fields[part] as HTMLInputElement;
    field.value = value;
    storeField(field);
  }
}

function loadAgain(values: Record<string, string> = {}): Record<string, string> {
  const fields = load(values);
  restoreFields(document.forms[0] as HTMLFormElement);
  return Object.fromEntries(Object.entries(fields).map(([part, { value }]) => [part, value]));
}

beforeEach(() => sessionStorage.clear());

test('what was typed is there again', () => {
  type(load(), { first_name: 'Jane', city: 'Napa' });
  expect(loadAgain()).toMatchObject({ first_name: 'Jane', city: 'Napa' });
});

test('an address that was typed is not mixed with the one of who logs in', () => {
  type(load(), { address_1: '1 Main St', city: 'Napa' });
  expect(loadAgain(HERS)).toMatchObject({ address_1: '1 Main St', address_2: '', city: 'Napa', postcode: '' });
});

test('without a street, it gives way to the address of who logs in', () => {
  type(load(), { first_name: 'Jane', city: 'Napa' });
  expect(loadAgain(HERS)).toMatchObject({ ...HERS, first_name: 'Jane' });
});

test('what was typed to find a passkey is forgotten, and nothing else', () => {
  const fields = load();
  type(fields, { first_name: 'Jane', email: 'half an' });
  forgetEmail();
  type(fields, { email: 'half an addr' }); // while the store is asked
  expect(loadAgain({ email: 'jane@example.com' })).toMatchObject({ first_name: 'Jane', email: 'jane@example.com' });
});

/** A form with a required box and one that is a choice; says which are ticked. */
function loadBoxes(): Record<string, boolean> {
  document.body.innerHTML =
    '<form><input type="checkbox" name="terms" required><input type="checkbox" name="newsletter"></form>';
  const form = document.forms[0] as HTMLFormElement;
  restoreFields(form);
  return Object.fromEntries([...form.querySelectorAll('input')].map(({ name, checked }) => [name, checked]));
}

test('consents outlive the page that is loaded again by an attempt, once', () => {
  expect(loadBoxes()).toEqual({ terms: false, newsletter: false });
  for (const box of document.querySelectorAll('input')) box.checked = true;
  keepConsents(document.forms[0] as HTMLFormElement);
  expect(loadBoxes()).toEqual({ terms: true, newsletter: false });
  expect(loadBoxes()).toEqual({ terms: false, newsletter: false });
});
