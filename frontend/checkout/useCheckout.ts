import type { FormError, CheckoutPage as Props } from '../generated/pages';
import { useSection } from '../lib/sections';
import { useFormErrors } from './useFormErrors';
import { useReviewErrors } from './useReviewErrors';

interface Options {
  /** What the page is loaded with. */
  errors: FormError[];
  /** Whether the parcel goes to an address of its own. */
  separate: boolean;
}

/** The order review as it stands and all errors of the form: what both checkouts have in common. */
export function useCheckout(page: Pick<Props, 'review' | 'born' | 'countries'>, { errors, separate }: Options) {
  const review = useSection('OrderReview', page.review);
  const problems = useFormErrors({ errors });
  const reviewErrors = useReviewErrors(review, page, { separate, forget: problems.forget });
  const byField = { ...problems.byField };
  for (const { field, text } of reviewErrors.errors) byField[field] ||= text;
  const address = {
    countries: page.countries,
    problems: byField,
    onCheck: problems.check,
    onFix: problems.recheck,
  };
  return { review, problems, reviewErrors, byField, address };
}
