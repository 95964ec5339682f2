import { useState } from 'react';
import type { FormError, OrderReview, CheckoutPage as Props } from '../generated/pages';

export interface ReviewProblems {
  /** Nothing can be ordered while there are any. */
  errors: FormError[];
  /** What looks wrong with the phone number. */
  phoneAdvice: string;
  /** Tell that a field was changed: what the review says of it holds no longer. */
  onChange: (name: string) => void;
}

/** What the last review has to say of the form's fields: where wine may not go, who is too young, an odd phone number. */
export function useReviewErrors(shown: OrderReview, separate: boolean, { born }: Pick<Props, 'born'>): ReviewProblems {
  const [outdated, setOutdated] = useState<{ born?: OrderReview; phone?: OrderReview }>({});
  const errors: FormError[] = [];
  if (shown.destination_problem) {
    errors.push({ field: `${separate ? 'shipping' : 'billing'}_state`, text: shown.destination_problem });
  }
  const [year] = born?.names ?? [];
  if (shown.age_problem && year && outdated.born !== shown) errors.push({ field: year, text: shown.age_problem });
  return {
    errors,
    phoneAdvice: outdated.phone === shown ? '' : shown.phone_advice,
    onChange: (name) => {
      if (name === 'billing_phone') setOutdated((known) => ({ ...known, phone: shown }));
      if (born?.names.includes(name)) setOutdated((known) => ({ ...known, born: shown }));
    },
  };
}
