import type { StripeError } from '@stripe/stripe-js';

/** Code → message, from the page's settings (docs/behaviour/pages.md#payment-fields). */
export type Messages = Record<string, string>;

/** The page's own messages about a payment; a page may bring others under the same keys. */
const MESSAGES = {
  payment_failed: 'Payment failed. Please try again.',
  missing_details:
    'Invalid or missing payment details. Please ensure the provided payment method is correctly entered.',
  load_failed: 'Failed to load %s payment method. Please refresh the page and try again.',
  voucher_failed: 'There was a problem processing the payment. Please refresh the page to try again.',
  unknown: 'An unknown error occurred.',
  not_initialized: 'initialization data is not available',
  code_invalid: '%s Code is invalid',
  required_field: '%s is a required field.',
  cash_app_notice:
    'Please note that, depending on your account and transaction history, %s may reject your transaction due to its amount.',
  invalid_wallet_type: 'Invalid wallet payment type, please try again or use an alternative method.',
  not_confirmed: 'Your bank did not confirm that the card is yours, so it is not saved. Please try again.',
  method_not_confirmed: 'It was not confirmed that the account is yours, so it is not saved. Please try again.',
  log_in: 'Please log in to save a payment method.',
  not_finished: 'The payment was not finished. Nothing was charged: try again, or pay another way.',
};

export function formatMessage(messages: Messages, key: keyof typeof MESSAGES, name = ''): string {
  return (messages[key] || MESSAGES[key]).replace('%s', name);
}

/** Return the message for a payment that failed unexpectedly. */
export function genericMessage({
  genericErrorMessage,
  messages,
}: {
  genericErrorMessage: string;
  messages: Messages;
}): string {
  return genericErrorMessage || formatMessage(messages, 'payment_failed');
}

export const NOT_LOADED = MESSAGES.missing_details;
export const PROVIDER_MISSING = MESSAGES.load_failed.replace('%s', 'card');

/**
 * The field name of an error of the payment method: the provider's own fields have no names.
 */
export const PAYMENT = 'payment';

/** A payment that did not happen. The message is for the shopper. */
export class PaymentError extends Error {
  /** Whether the method's own fields have to be corrected, so that the message belongs beside them. */
  readonly inCard: boolean;
  /** The field of the form that it is about, where it is about one. */
  readonly field: string;

  constructor(message: string, inCard = false, field = '') {
    super(message);
    this.inCard = inCard;
    this.field = field;
  }
}

/** The provider knows no such intent. Anybody can write one into an address; no order waits for it then. */
export class UnknownIntent extends PaymentError {}

/** The provider's codes for a field that it misses. */
const MISSING = ['parameter_invalid_empty', 'parameter_missing', 'parameter_string_empty', 'parameter_string_blank'];
const OUR_FIELD = /^(billing|shipping)_([a-z]\w*)$/;

/** The provider's faults that have one message in common. */
const OF_THE_PROVIDER = ['api_connection_error', 'api_error', 'authentication_error', 'rate_limit_error'];

/** Turn the provider's error into the shop's message, by the list in the page's settings. */
export function translateError(error: StripeError, messages: Messages): PaymentError {
  const [name, field] = missingField(error);
  if (field) return new PaymentError(formatMessage(messages, 'required_field', name), false, field);
  const known = [error.decline_code, error.code].map((code) => code && messages[code]).find(Boolean);
  const isTyping = error.type === 'validation_error';
  if (known) return new PaymentError(known, isTyping, isTyping ? '' : PAYMENT);
  // Its own fields show already what is to be corrected in them.
  if (isTyping) return new PaymentError('', true);
  const message = ofType(error.type, messages) || error.message || formatMessage(messages, 'unknown');
  return error.code === 'resource_missing'
    ? new UnknownIntent(message, false, PAYMENT)
    : new PaymentError(message, false, PAYMENT);
}

function ofType(type: string, messages: Messages): string {
  return messages[type] || (OF_THE_PROVIDER.includes(type) && messages.invalid_request_error) || '';
}

/** The field that the provider misses: how it is called, and its name in the form. Both empty for any other error. */
function missingField({ code = '', param = '' }: StripeError): [name: string, field: string] {
  const [, group, part] = OUR_FIELD.exec(MISSING.includes(code) ? param : '') ?? [];
  if (!group || !part) return ['', ''];
  return [`${capital(group)} ${capital(part.replaceAll('_', ' '))}`, param];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
