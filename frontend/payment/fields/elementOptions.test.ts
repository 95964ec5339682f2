import { expect, test } from 'vitest';
import { elementOptions, groupOptions } from './elementOptions';

const GROUP = { type: 'card', amount: 9865, currency: 'USD', saving: false, appearance: {}, fonts: [] };
const PROVIDER = { enabledBillingFields: [], isOCEnabled: false, OCLayout: 'accordion' };
const FIELDS = { type: 'card', saving: false, provider: PROVIDER, defaults: {} };

test('each type has fields of its own, for the total of the order', () => {
  expect(groupOptions({ ...GROUP, type: 'ideal', currency: 'EUR' })).toMatchObject({
    ...{ mode: 'payment', amount: 9865, currency: 'eur', paymentMethodCreation: 'manual' },
    ...{ allowedPaymentMethodTypes: ['ideal'], setupFutureUsage: null },
  });
});

test.each([
  [0, { mode: 'setup' }],
  [1, { mode: 'payment', amount: 1 }],
])('a total of %s decides between setup and payment', (amount, options) => {
  const made = groupOptions({ ...GROUP, amount });
  expect(made).toMatchObject(options);
  expect('amount' in made).toBe(amount > 0);
});

test('what is kept is kept for payments without the shopper', () => {
  expect(groupOptions({ ...GROUP, saving: true })).toMatchObject({ setupFutureUsage: 'off_session' });
});

test.each([
  ['card', 'card'],
  ['sepa_debit', 'sepaDebit'],
  ['us_bank_account', 'usBankAccount'],
])('the terms of %s are shown when it is kept, and else not', (type, name) => {
  expect(elementOptions({ ...FIELDS, type, saving: true }).terms).toEqual({ [name]: 'always' });
  expect(elementOptions({ ...FIELDS, type }).terms).toEqual({ [name]: 'never' });
});

test('a type that cannot be kept has no terms', () => {
  expect(elementOptions({ ...FIELDS, type: 'klarna', saving: true })).not.toHaveProperty('terms');
});

test('what the form asks is not asked again; the phone is up to the provider', () => {
  const enabledBillingFields = [
    'billing_first_name',
    'billing_last_name',
    'billing_email',
    'billing_phone',
    'billing_country',
  ];
  expect(elementOptions({ ...FIELDS, provider: { ...PROVIDER, enabledBillingFields } }).fields).toEqual({
    billingDetails: {
      ...{ name: 'never', email: 'never', phone: 'auto' },
      address: { country: 'never', line1: 'auto', line2: 'auto', city: 'auto', state: 'auto', postalCode: 'auto' },
    },
  });
  const half = elementOptions({ ...FIELDS, provider: { ...PROVIDER, enabledBillingFields: ['billing_first_name'] } });
  expect(half.fields).toMatchObject({ billingDetails: { name: 'auto' } });
});

test('wallets and radio buttons never stand inside', () => {
  expect(elementOptions(FIELDS)).toMatchObject({
    wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
    layout: { radios: 'never' },
  });
});

test.each([
  [true, 'accordion', 'accordion'],
  [true, 'tabs', 'tabs'],
  [false, 'accordion', 'tabs'],
])('with the combined layout %s and set to %s, the fields are laid out as %s', (isOCEnabled, OCLayout, type) => {
  expect(elementOptions({ ...FIELDS, provider: { ...PROVIDER, isOCEnabled, OCLayout } }).layout).toMatchObject({
    type,
  });
});
