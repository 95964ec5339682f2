import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { AuthSection, AuthForms as Forms } from '../../generated/pages';
import { isEmail } from '../../lib/foldCode';
import { browser } from '../../lib/go';
import { glideTo } from '../../ui/glide';
import { unfold } from '../../ui/unfold';
import { type Notice, type Outcome, sendForm } from './authCalls';

const REDIRECT_AFTER = 300; // in milliseconds: docs/behaviour/pages.md#timing
const OFFSET = 100; // pixels above a form that the page scrolls to

/** The document's event that shows a section in the forms that are part of a page. */
export const SHOW_SECTION = 'auth-section';

/** A section as it is shown: with what was typed, what is wrong, and whether it has done its work. */
interface Shown {
  name: string;
  /** Changes with every visit: the fields start anew with these values. */
  visit: number;
  values: Record<string, string>;
  errors: Record<string, string>;
  notice: Notice | null;
  isDone: boolean;
  /** The field that the first step has filled in; it can be changed by going back. */
  led: string;
}

/** The state of the forms, and what can be done with them. */
export function useAuthForms(forms: Forms, display: 'inline' | 'popup') {
  const [shown, setShown] = useState<Shown>(() => first(forms));
  const [busy, setBusy] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const typed = useRef<Record<string, string>>({});

  const form = () => place.current?.querySelector('form') ?? null;

  const show = (name: string, over: Partial<Shown> = {}) => {
    typed.current = { ...typed.current, ...typedIn(form()), ...over.values };
    const visit = shown.visit + 1;
    const empty = { errors: {}, notice: null, isDone: false, led: '' };
    flushSync(() => setShown({ ...empty, ...over, name, visit, values: typed.current }));
    focusFirst(place.current);
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    if (busy) return;
    const wrong = invalidFields(element, findSection(forms, shown.name));
    if (Object.keys(wrong).length > 0) {
      flushSync(() => setShown({ ...shown, errors: wrong }));
      focusWrong(element);
      return;
    }
    setBusy(true);
    const outcome = await sendForm(element, display);
    setBusy(false);
    apply(outcome, element);
  };

  const apply = (outcome: Outcome, element: HTMLFormElement) => {
    const { notice, errors } = outcome;
    const next = forms.sections.find((each) => fieldsOf(each).some(({ name }) => name === outcome.leadsTo));
    if (next) {
      show(next.name, { notice, values: { [outcome.leadsTo]: outcome.value }, led: outcome.leadsTo });
      return;
    }
    if (outcome.succeeded) element.reset();
    if (outcome.redirect) window.setTimeout(() => browser.go(outcome.redirect), REDIRECT_AFTER);
    flushSync(() => setShown({ ...shown, notice, errors, isDone: outcome.succeeded && !outcome.redirect }));
    if (!outcome.succeeded) focusWrong(element);
  };

  const clearError = (name: string) => {
    if (shown.errors[name]) setShown({ ...shown, errors: { ...shown.errors, [name]: '' } });
  };

  const latest = useRef(show);
  latest.current = show;
  useEffect(() => {
    if (display === 'popup') return;
    if (forms.section === 'resetpw' && place.current) {
      glideTo(place.current.getBoundingClientRect().top + window.scrollY - OFFSET, REDIRECT_AFTER);
    }
    const onSection = (event: Event) => {
      const name = (event as CustomEvent<string>).detail || (forms.sections[0]?.name ?? '');
      if (!place.current?.closest('details:not([open])')) return latest.current(name);
      unfold(place.current);
      // What has only begun to slide open takes no focus.
      requestAnimationFrame(() => requestAnimationFrame(() => latest.current(name)));
    };
    document.addEventListener(SHOW_SECTION, onSection);
    return () => document.removeEventListener(SHOW_SECTION, onSection);
  }, [display, forms]);

  return { shown, busy, place, show, submit, clearError };
}

function first({ section, sections, notice }: Forms): Shown {
  const shown = sections.find(({ name }) => name === section);
  const fields = shown ? fieldsOf(shown) : [];
  return {
    name: section,
    visit: 0,
    values: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
    errors: Object.fromEntries(fields.map(({ name, error }) => [name, error])),
    notice: notice && { kind: notice.kind, text: notice.text, offersReset: notice.offers_reset },
    isDone: false,
    led: '',
  };
}

const fieldsOf = ({ fields, profile }: AuthSection) => [...fields, ...profile];

/** The section of this name; the first one for a name that there is none of. */
export function findSection({ sections }: Forms, name: string): AuthSection | undefined {
  return sections.find((each) => each.name === name) ?? sections[0];
}

/** What was typed, but for passwords. */
function typedIn(form: HTMLFormElement | null): Record<string, string> {
  const inputs = [...(form?.elements ?? [])].filter(
    (each) => each instanceof HTMLInputElement || each instanceof HTMLSelectElement,
  );
  const kept = inputs.filter(
    (each) => !['hidden', 'file'].includes(each.type) && !each.autocomplete.endsWith('password'),
  );
  return Object.fromEntries(
    kept.map((each) => [each.name, each.type !== 'checkbox' || (each as HTMLInputElement).checked ? each.value : '']),
  );
}

/** What the browser finds wrong, by the names of fields, in the words of the store where it has some for it. */
function invalidFields(form: HTMLFormElement, section?: AuthSection): Record<string, string> {
  const labels = new Map(section && fieldsOf(section).map(({ name, label }) => [name, label]));
  const inputs = [...form.elements].filter(
    (each) => each instanceof HTMLInputElement || each instanceof HTMLSelectElement,
  );
  return Object.fromEntries(inputs.filter(isRefused).map((each) => [each.name, describe(each, labels.get(each.name))]));
}

/** The browser knows no wide ＠, and nothing that nobody sees; the store does. */
function isRefused({ type, value, validity }: HTMLInputElement | HTMLSelectElement): boolean {
  const isFine = validity.valid || (type === 'email' && validity.typeMismatch && isEmail(value));
  return !isFine;
}

/** As `_check` in vintner/accounts/fields/field_form.py says it. */
function describe({ type, validity, validationMessage }: HTMLInputElement | HTMLSelectElement, label?: string): string {
  if (label && validity.valueMissing)
    return type === 'checkbox' ? `Please check ${label}.` : `${label} cannot be empty.`;
  return type === 'email' && validity.typeMismatch ? 'Please provide a valid email address.' : validationMessage;
}

function focusWrong(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.scrollIntoView?.({ block: 'center' });
  field?.focus({ preventScroll: true });
}

function focusFirst(place: HTMLElement | null): void {
  const fields = [...(place?.querySelectorAll<HTMLInputElement>('form input:not([type="hidden"])') ?? [])];
  (fields.find(({ value }) => !value) ?? fields[0])?.focus();
}
