import type { OrderReview } from '../../generated/pages';

/** `AGREES_TO_CHARGES` in vintner/checkout/forms.py. */
export const CHARGES = 'subscription_charges';

/** What boxes say for the cart and the place as they are now: of age, and of the later charges of a subscription. */
export function consentLabels(review: OrderReview): Record<string, string> {
  const age = review.age_label ? { of_age: review.age_label } : {};
  return { ...age, [CHARGES]: review.charges_label ?? '' };
}
