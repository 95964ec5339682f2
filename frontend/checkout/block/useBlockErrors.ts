import { type RefObject, useCallback } from 'react';
import type { FormError } from '../../generated/pages';
import { PAYMENT } from '../../payment/paymentErrors';
import { CODE, isAboutPaying } from '../fieldRules';
import type { FormErrors } from '../useFormErrors';
import { asShippingField, hasSameAddress, readBlockForm } from './blockAnswers';
import { usePaymentNotices } from './usePaymentNotices';

/**
 * Shows errors of fields in the list at the top, and errors of the payment in the notices beside the payment methods.
 */
export function useBlockErrors(
  form: RefObject<HTMLFormElement | null>,
  { show, set }: Pick<FormErrors, 'show' | 'set'>,
) {
  const notices = usePaymentNotices();
  const { show: notify, add } = notices;

  /** Show the errors after a press, in place of those before. */
  const onErrors = useCallback(
    (errors: FormError[]) => {
      const same = form.current !== null && hasSameAddress(readBlockForm(form.current));
      const visible = errors.map(({ field, text }) => ({ field: same ? asShippingField(field) : field, text }));
      const ofPaying = visible.filter(({ field }) => field === '' || isAboutPaying(field));
      show(visible.filter((error) => !ofPaying.includes(error)));
      for (const { field, text } of ofPaying) if (field === CODE || field === PAYMENT) set(field, text);
      const texts = ofPaying.map(({ text }) => text);
      // A declined card leads to the card's fields instead.
      notify(
        texts,
        ofPaying.some(({ field }) => field !== PAYMENT),
      );
    },
    [form, show, set, notify],
  );
  /** Show faults that come while the shopper goes on: beside their fields only. */
  const onFaults = useCallback(
    (errors: FormError[]) => {
      for (const { field, text } of errors) if (field) set(field, text);
      add(errors.filter(({ field }) => field === '').map(({ text }) => text));
    },
    [set, add],
  );
  return { notices, onErrors, onFaults };
}
