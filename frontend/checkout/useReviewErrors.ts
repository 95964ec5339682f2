import { useState } from 'react';
import type { FormError, OrderReview, CheckoutPage as Props } from '../generated/pages';

export interface ReviewProblems {
  /** Nothing can be ordered while there are any. */
  errors: FormError[];
  /** What looks wrong with the phone number. */
  phoneAdvice: string;
  /** To be called when a field was changed: the review's error about it is out of date. */
  onChange: (name: string) => void;
}

/**
 * What the last review has to say of the form's fields: where wine may not go, who is too young, an odd phone number.
 */
export function useReviewErrors(review: OrderReview, separate: boolean, { born }: Pick<Props, 'born'>): ReviewProblems {
  const [outdated, setOutdated] = useState<{ born?: OrderReview; phone?: OrderReview }>({});
  const errors: FormError[] = [];
  if (review.destination_problem) {
    errors.push({ field: `${separate ? 'shipping' : 'billing'}_state`, text: review.destination_problem });
  }
  const [year] = born?.names ?? [];
  if (review.age_problem && year && outdated.born !== review) errors.push({ field: year, text: review.age_problem });
  return {
    errors,
    phoneAdvice: outdated.phone === review ? '' : review.phone_advice,
    onChange: (name) => {
      if (name === 'billing_phone') setOutdated((known) => ({ ...known, phone: review }));
      if (born?.names.includes(name)) setOutdated((known) => ({ ...known, born: review }));
    },
  };
}
