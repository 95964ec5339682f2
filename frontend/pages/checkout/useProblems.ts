import { type RefObject, useCallback, useRef, useState } from 'react';
import type { CheckoutField, FormError, CheckoutPage as Props } from '../../generated/pages';
import { afterPress } from '../../lib/afterPress';
import { reveal } from '../../lib/scroll';
import { problemWith } from './rules';

export interface Problems {
  /** Field name → what is wrong with it. */
  byField: Record<string, string>;
  /** What the list at the top says; what has been corrected since is gone from it. */
  summary: FormError[];
  /** Where that list stands. */
  place: RefObject<HTMLDivElement | null>;
  check: (field: CheckoutField, value: string) => void;
  recheck: (field: CheckoutField, value: string) => void;
  /** Say what is wrong with something that is no field of an address; '' for nothing. */
  set: (name: string, text: string) => void;
  /** Put these into the list in place of what was there, and bring it into view when there are any. */
  show: (errors: FormError[]) => void;
}

/** The errors of the form: beside each field, and listed at the top after a try to send it. */
export function useProblems({ errors }: Pick<Props, 'errors'>): Problems {
  const [byField, setByField] = useState<Record<string, string>>(() =>
    Object.fromEntries(errors.map(({ field, text }) => [field, text])),
  );
  const [summary, setSummary] = useState(errors);
  const place = useRef<HTMLDivElement>(null);
  const set = useCallback((name: string, text: string) => setByField((known) => ({ ...known, [name]: text })), []);
  const show = useCallback((found: FormError[]) => {
    setSummary(found);
    const named = found.filter((error) => error.field !== '');
    setByField((known) => ({ ...known, ...Object.fromEntries(named.map(({ field, text }) => [field, text])) }));
    if (found.length > 0) reveal(place.current);
  }, []);
  return {
    byField,
    summary: summary.filter((error) => error.field === '' || byField[error.field]),
    place,
    check: (field, value) => afterPress(() => set(field.name, problemWith(field, value))),
    // While typing, an error goes away as soon as it is mended; none appears (quality 32).
    recheck: (field, value) => {
      if (byField[field.name]) set(field.name, problemWith(field, value));
    },
    set,
    show,
  };
}
