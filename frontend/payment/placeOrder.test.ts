import { expect, test } from 'vitest';
import { billingDetails } from './placeOrder';

test('a phone number that is not typed is left to the provider’s own fields, which may ask for it', () => {
  const entered = { billing_first_name: 'Ana', billing_email: 'ana@example.com', billing_phone: ' ' };
  expect(billingDetails(new URLSearchParams(entered))).not.toHaveProperty('phone');
  expect(billingDetails(new URLSearchParams({ billing_phone: '415 555 0100' })).phone).toBe('415 555 0100');
});

test('of all else nothing is left out: those fields are never asked by the provider', () => {
  const details = billingDetails(new URLSearchParams({ billing_email: 'ana@example.com' }));
  expect(details.address).toEqual({ city: '', country: '', line1: '', line2: '', postal_code: '', state: '' });
});
