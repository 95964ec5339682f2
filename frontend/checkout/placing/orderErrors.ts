import type { FormError } from '../../generated/pages';
import { PAYMENT } from '../../payment/paymentErrors';
import type { OrderAnswer } from '../../payment/placeOrder';
import { readMessages } from '../fieldRules';

/** Return what the store refused of an order, each error once, those of named fields last. */
export function readOrderErrors(answer: OrderAnswer): FormError[] {
  const named = Object.entries(answer.fields ?? {}).map(([field, text]) => ({ field, text }));
  const listed = answer.errors ?? readMessages(answer.messages ?? '');
  const others = listed.filter(({ text }) => !named.some((each) => each.text === text));
  return [...others, ...named].filter(({ text }) => text);
}

/**
 * Whether an order was tried with its intent, which is spent then. A refusal of fields alone leaves the intent as it
 * is.
 */
export function spendsIntent(answer: OrderAnswer): boolean {
  return answer.result === 'success' || readOrderErrors(answer).some(({ field }) => field === '' || field === PAYMENT);
}
