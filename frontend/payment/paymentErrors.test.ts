import type { StripeError } from '@stripe/stripe-js';
import { expect, test } from 'vitest';
import { makeCheckout } from '../fixtures/checkout';
import { formatMessage, translateError } from './paymentErrors';

const { messages } = makeCheckout().provider;
const translate = (error: Partial<StripeError>) =>
  translateError({ type: 'card_error', ...error } as StripeError, messages);

test.each([
  'invalid_number',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'invalid_cvc',
  'incorrect_number',
  'incomplete_number',
  'incomplete_cvc',
  'incomplete_expiry',
  'expired_card',
  'incorrect_cvc',
  'incorrect_zip',
  'invalid_expiry_year_past',
  'card_declined',
  'missing',
  'processing_error',
  'email_invalid',
  'postal_code_invalid',
  'amount_too_large',
  'amount_too_small',
  'country_code_invalid',
  'tax_id_invalid',
  'payment_intent_authentication_failure',
])('%s is told by the catalogue', (code) => {
  expect(translate({ code, message: 'the provider’s own words' }).message).toBe(messages[code]);
  expect(messages[code]).toBeTruthy();
});

test('why a card was declined is told where the catalogue says so', () => {
  expect(translate({ code: 'card_declined', decline_code: 'insufficient_funds' }).message).toBe(
    messages.insufficient_funds,
  );
  expect(translate({ code: 'card_declined', decline_code: 'stolen_card' }).message).toBe(messages.card_declined);
});

test.each(['invalid_request_error', 'api_connection_error', 'api_error', 'authentication_error', 'rate_limit_error'])(
  '%s reads as any fault of the provider does',
  (type) => {
    const text = 'Unable to process this payment, please try again or use alternative method.';
    expect(translate({ type: type as StripeError['type'], message: 'x' }).message).toBe(text);
    const rest = { invalid_request_error: messages.invalid_request_error ?? '' };
    expect(translateError({ type: type as StripeError['type'] }, rest).message).toBe(text);
  },
);

test('faults of the method’s own fields stand beside them; those that show them already say no more', () => {
  expect(translate({ type: 'validation_error', code: 'incomplete_cvc' })).toMatchObject({ inCard: true });
  expect(translate({ type: 'validation_error', code: 'a_new_one', message: 'Your IBAN is incomplete.' })).toMatchObject(
    {
      message: '',
      inCard: true,
    },
  );
});

test.each([
  ['parameter_invalid_empty', 'billing_email', 'Billing Email is a required field.'],
  ['parameter_missing', 'shipping_city', 'Shipping City is a required field.'],
  ['parameter_string_empty', 'billing_first_name', 'Billing First name is a required field.'],
  ['parameter_string_blank', 'billing_phone', 'Billing Phone is a required field.'],
])('%s of %s names the field of the form', (code, param, message) => {
  expect(translate({ type: 'invalid_request_error', code, param })).toMatchObject({
    message,
    field: param,
    inCard: false,
  });
});

test('a parameter that is no field of the form is a fault of the provider', () => {
  const error = translate({ type: 'invalid_request_error', code: 'parameter_missing', param: 'payment_method' });
  expect(error).toMatchObject({ message: messages.invalid_request_error, field: 'payment' });
});

test('an error that says nothing is an unknown one', () => {
  expect(translate({}).message).toBe('An unknown error occurred.');
});

test.each([
  ...(['payment_failed', 'missing_details', 'load_failed', 'voucher_failed', 'unknown', 'not_initialized'] as const),
  ...(['code_invalid', 'required_field', 'cash_app_notice', 'invalid_wallet_type', 'not_finished'] as const),
])('%s reads the same where a page brings no words along', (key) => {
  expect(formatMessage({}, key, '%s')).toBe(messages[key]);
});

test('words of the page name the method, and a page may bring others', () => {
  expect(formatMessage({}, 'load_failed', 'iDEAL')).toBe(
    'Failed to load iDEAL payment method. Please refresh the page and try again.',
  );
  expect(formatMessage({}, 'code_invalid', 'BLIK')).toBe('BLIK Code is invalid');
  expect(formatMessage({ load_failed: 'No %s.' }, 'load_failed', 'iDEAL')).toBe('No iDEAL.');
});
