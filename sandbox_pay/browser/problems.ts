import type { StripeError } from '@stripe/stripe-js';

/** What can be wrong with a field, by the codes that Stripe.js uses. */
export const PROBLEMS = {
  incomplete_number: 'Your card number is incomplete.',
  invalid_number: 'Your card number is invalid.',
  incomplete_expiry: "Your card's expiration date is incomplete.",
  invalid_expiry_month: "Your card's expiration month is invalid.",
  invalid_expiry_month_past: "Your card's expiration date is in the past.",
  invalid_expiry_year: "Your card's expiration year is invalid.",
  invalid_expiry_year_past: "Your card's expiration year is in the past.",
  incomplete_cvc: "Your card's security code is incomplete.",
  incomplete_zip: 'Your postal code is incomplete.',
  incomplete_name: 'Your name is incomplete.',
  incomplete_email: 'Your email address is incomplete.',
  incomplete_address: 'Your address is incomplete.',
  incomplete_city: 'Your city is incomplete.',
  incomplete_state: 'Your state is incomplete.',
  incomplete_tax_id: 'Your tax number is incomplete.',
  incomplete_iban: 'Your IBAN is incomplete.',
  invalid_iban: 'Your IBAN is invalid.',
  incomplete_account_number: 'Your account number is incomplete.',
  incomplete_bank_code: 'The number of your bank is incomplete.',
  incomplete_blik_code: 'Your BLIK code has six digits.',
} as const;

export type Problem = keyof typeof PROBLEMS;

export function validationError(problem: Problem): StripeError {
  return { type: 'validation_error', code: problem, message: PROBLEMS[problem] };
}
