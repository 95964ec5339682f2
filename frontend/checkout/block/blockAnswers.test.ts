import { expect, test } from 'vitest';
import { buildOrder, isComplete, readBlockForm, readFaults } from './blockAnswers';

const TYPED: Record<string, string> = {
  billing_email: 'ana@example.com',
  shipping_first_name: ' Ana ',
  shipping_last_name: 'Reis',
  shipping_address_1: '12 Hill Street',
  shipping_city: 'San Francisco',
  shipping_state: 'CA',
  shipping_postcode: '94110',
  shipping_country: 'US',
  billing_city: 'Oakland',
  order_comments: 'Ring twice',
  payment_method: 'stripe',
  'wc-stripe-payment-method': 'pm_1',
  shown_total: '9865',
  terms: '1',
  'terms-field': '1',
  is_gift: '1',
  gift_message: 'Happy birthday!',
  wc_order_attribution_utm_source: 'letter',
  account_password: 'kept from everybody',
};

function form(values: Record<string, string>): HTMLFormElement {
  const made = document.createElement('form');
  for (const [name, value] of Object.entries(values)) {
    const input = document.createElement('input');
    Object.assign(input, { name, value });
    made.append(input);
  }
  return made;
}

test('the bill goes where the parcel goes while the box is ticked', () => {
  const same = buildOrder(readBlockForm(form({ ...TYPED, use_same_address: '1' })));
  expect(same.billing_address).toMatchObject({ first_name: 'Ana', city: 'San Francisco', email: 'ana@example.com' });
  expect(buildOrder(readBlockForm(form(TYPED))).billing_address).toMatchObject({ first_name: '', city: 'Oakland' });
});

test('an order says what the contract has places for, and no password without an account', () => {
  const order = buildOrder(readBlockForm(form(TYPED)));
  expect(order).toMatchObject({
    payment_method: 'stripe',
    payment_data: [{ key: 'wc-stripe-payment-method', value: 'pm_1' }],
    customer_note: 'Ring twice',
    create_account: false,
    customer_password: '',
    extensions: {
      vintner: {
        shown_total: '9865',
        terms: '1',
        'terms-field': '1',
        is_gift: '1',
        gift_message: 'Happy birthday!',
      },
      'woocommerce/order-attribution': { utm_source: 'letter' },
    },
  });
  expect(JSON.stringify(order)).not.toContain('kept from everybody');
});

test('an address half filled in has no totals of its own', () => {
  const same = { ...TYPED, use_same_address: '1' };
  expect(isComplete(readBlockForm(form(same)))).toBe(true);
  expect(isComplete(readBlockForm(form({ ...same, shipping_postcode: ' ' })))).toBe(false);
  expect(isComplete(readBlockForm(form(TYPED)))).toBe(false);
});

test('faults stand at the fields that the shopper sees, each once', () => {
  const data = { status: 400, fields: { billing_city: 'B', shipping_city: 'S', account_password: 'P' } };
  expect(readFaults({ code: 'x', message: 'm', data }, true)).toEqual([
    { field: 'shipping_city', text: 'B' },
    { field: 'account_password', text: 'P' },
  ]);
  const details = { shipping_address: { code: 'invalid_postcode', message: 'Z' } };
  expect(readFaults({ code: 'x', message: 'm', data: { status: 400, details } }, false)).toEqual([
    { field: 'shipping_postcode', text: 'Z' },
  ]);
  expect(readFaults({ code: 'x', message: 'Declined.', data: { status: 400 } }, true)).toEqual([
    { field: '', text: 'Declined.' },
  ]);
});

test('an email address is the bill’s in any case', () => {
  const data = { status: 400, fields: { billing_email: 'E' } };
  expect(readFaults({ code: 'x', message: 'm', data }, true)).toEqual([{ field: 'billing_email', text: 'E' }]);
});
