import { useEffect, useState } from 'react';
import type { FormError, OrderReview, CheckoutPage as Props } from '../generated/pages';
import type { FormErrors } from './useFormErrors';

export interface ReviewProblems {
  /** Nothing can be ordered while there are any. */
  errors: FormError[];
  /** What looks wrong with the phone number. */
  phoneAdvice: string;
  /** To be called when a field was changed: the review's error about it is out of date. */
  onChange: (name: string) => void;
}

interface Options {
  /** Whether the parcel goes to an address of its own. */
  separate: boolean;
  forget: FormErrors['forget'];
}

/**
 * What the last review has to say of the form's fields: where wine may not go, who is too young, an odd phone number.
 */
export function useReviewErrors(
  review: OrderReview,
  { born }: Pick<Props, 'born'>,
  { separate, forget }: Options,
): ReviewProblems {
  const [outdated, setOutdated] = useState<{ born?: OrderReview; phone?: OrderReview }>({});
  const errors: FormError[] = [];
  const state = `${separate ? 'shipping' : 'billing'}_state`;
  const { destination_problem, age_problem } = review;
  if (destination_problem) errors.push({ field: state, text: destination_problem });
  const [year = ''] = born?.names ?? [];
  if (age_problem && year && outdated.born !== review) errors.push({ field: year, text: age_problem });
  // A press has made them errors of the form, which outlast the review.
  useEffect(() => () => forget(state, destination_problem), [state, destination_problem, forget]);
  useEffect(() => () => forget(year, age_problem), [year, age_problem, forget]);
  return {
    errors,
    phoneAdvice: outdated.phone === review ? '' : review.phone_advice,
    onChange: (name) => {
      if (name === 'billing_phone') setOutdated((known) => ({ ...known, phone: review }));
      if (born?.names.includes(name)) setOutdated((known) => ({ ...known, born: review }));
    },
  };
}
