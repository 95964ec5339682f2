import { useCallback, useState } from 'react';
import type { CheckoutField, FormError, CheckoutPage as Props } from '../../generated/pages';
import { problemWith } from './rules';

export interface Problems {
  /** Field name → what is wrong with it. */
  byField: Record<string, string>;
  /** What the list at the top says; what has been corrected since is gone from it. */
  summary: FormError[];
  check: (field: CheckoutField, value: string) => void;
  recheck: (field: CheckoutField, value: string) => void;
  show: (errors: FormError[]) => void;
}

/** The errors of the form: beside each field, and listed at the top after a try to send it. */
export function useProblems({ billing, shipping_address, errors }: Props): Problems {
  const [byField, setByField] = useState<Record<string, string>>(() => {
    const fields = [...billing, ...shipping_address];
    return Object.fromEntries(fields.map((field) => [field.name, field.error]));
  });
  const [summary, setSummary] = useState(errors);
  const set = (name: string, text: string) => setByField((known) => ({ ...known, [name]: text }));
  const show = useCallback((found: FormError[]) => {
    setSummary(found);
    const named = found.filter((error) => error.field !== '');
    setByField((known) => ({ ...known, ...Object.fromEntries(named.map(({ field, text }) => [field, text])) }));
  }, []);
  return {
    byField,
    summary: summary.filter((error) => error.field === '' || byField[error.field]),
    check: (field, value) => set(field.name, problemWith(field, value)),
    // While typing, an error goes away as soon as it is mended; none appears (quality 32).
    recheck: (field, value) => {
      if (byField[field.name]) set(field.name, problemWith(field, value));
    },
    show,
  };
}
