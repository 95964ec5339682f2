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
} as const;

export type Problem = keyof typeof PROBLEMS;

export function validationError(problem: Problem): StripeError {
  return { type: 'validation_error', code: problem, message: PROBLEMS[problem] };
}
