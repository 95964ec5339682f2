import { type RefObject, useCallback, useRef, useState } from 'react';
import type { FormError, FormField, CheckoutPage as Props } from '../generated/pages';
import { afterPress } from '../lib/afterPress';
import { PAYMENT } from '../payment/paymentErrors';
import { problemWith } from './fieldRules';

export interface FormErrors {
  /** Field name → what is wrong with it. */
  byField: Record<string, string>;
  /** What the list at the top says; what has been corrected since is gone from it. */
  summary: FormError[];
  /** Where that list stands. */
  place: RefObject<HTMLDivElement | null>;
  /** How often errors came that the page scrolls to: with the page, or after a press. */
  led: number;
  /** `other` is what is wrong with a value that follows the field's rules. */
  check: (field: FormField, value: string, other?: string) => void;
  recheck: (field: FormField, value: string, other?: string) => void;
  /** Set the error of something that is no field of an address; '' for none. */
  set: (name: string, text: string) => void;
  /** Take this error of a field away; another one stays. */
  forget: (name: string, text: string) => void;
  /** Put these into the list in place of what was there, and bring it into view when there are any. */
  show: (errors: FormError[]) => void;
  /**
   * List these as well, in place of those added before. Nobody pressed anything, so the page does not scroll.
   */
  add: (errors: FormError[]) => void;
}

/** The errors of the form: beside each field, and listed at the top after a try to send it. */
export function useFormErrors({ errors }: Pick<Props, 'errors'>): FormErrors {
  const [byField, setByField] = useState<Record<string, string>>(() =>
    Object.fromEntries(errors.map(({ field, text }) => [field, text])),
  );
  const [listed, setListed] = useState(errors);
  const [added, setAdded] = useState<FormError[]>([]);
  const [led, setLed] = useState(leads(errors) ? 1 : 0);
  const place = useRef<HTMLDivElement>(null);
  const set = useCallback((name: string, text: string) => setByField((known) => ({ ...known, [name]: text })), []);
  const forget = useCallback(
    (name: string, text: string) => setByField((known) => (known[name] === text ? { ...known, [name]: '' } : known)),
    [],
  );
  const mark = useCallback((errors: FormError[]) => {
    const named = errors.filter((error) => error.field !== '');
    setByField((known) => ({ ...known, ...Object.fromEntries(named.map(({ field, text }) => [field, text])) }));
  }, []);
  const show = useCallback(
    (errors: FormError[]) => {
      setListed(errors);
      setAdded([]);
      mark(errors);
      if (leads(errors)) setLed((times) => times + 1);
    },
    [mark],
  );
  const add = useCallback(
    (errors: FormError[]) => {
      setAdded(errors);
      mark(errors);
    },
    [mark],
  );
  const unlisted = added.filter(
    ({ field, text }) => !listed.some((error) => error.field === field && error.text === text),
  );
  return {
    byField,
    summary: [...listed, ...unlisted].filter((error) => error.field === '' || byField[error.field]),
    place,
    led,
    check: (field, value, other = '') => afterPress(() => set(field.name, problemWith(field, value) || other)),
    // While the shopper types, an error goes away as soon as it is corrected; none appears.
    recheck: (field, value, other = '') => {
      if (byField[field.name]) set(field.name, problemWith(field, value) || other);
    },
    set,
    forget,
    show,
    add,
  };
}

/** Whether errors lead to the list at the top. A declined card leads to the card's fields (PaymentPanel). */
function leads(errors: FormError[]): boolean {
  return errors.some(({ field }) => field !== PAYMENT);
}
