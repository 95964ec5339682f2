import type { StripeError } from '@stripe/stripe-js';

// spec 8, network and other payment messages
export const PAYMENT_FAILED = 'Payment failed. Please try again.';
export const NOT_LOADED =
  'Invalid or missing payment details. Please ensure the provided payment method is correctly entered.';

export const PROVIDER_MISSING = 'Failed to load card payment method. Please refresh the page and try again.';

/** A payment that did not happen. The message is for the shopper. */
export class PaymentError extends Error {
  /** Whether the card's own fields have to be corrected, so that the message belongs beside them. */
  readonly inCard: boolean;

  constructor(message: string, inCard = false) {
    super(message);
    this.inCard = inCard;
  }
}

/** Turn the provider's error into the shop's words, by the catalogue that the page brought along (spec 8). */
export function fromProvider(error: StripeError, messages: Record<string, string>): PaymentError {
  const names = [error.decline_code, error.code, error.type];
  const known = names.map((name) => name && messages[name]).find(Boolean);
  return new PaymentError(known || error.message || PAYMENT_FAILED, error.type === 'validation_error');
}
