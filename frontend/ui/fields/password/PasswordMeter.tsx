import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { classes } from '../../../lib/classes';
import styles from './PasswordMeter.module.css';
import { capped, kindOf, LEAST_SCORE, labelOf, MISMATCH, newPasswords, personalTexts, STRONGER } from './strength';

interface Props {
  id: string;
  input: RefObject<HTMLInputElement | null>;
}

/**
 * How strong the password in a field is. While it is too weak, the field has a custom error, and its form's button is
 * disabled but in a form that shows the error itself (`data-weak-password-error`).
 */
export default function PasswordMeter({ id, input }: Props) {
  const [score, setScore] = useState<number | null>(null);
  useEffect(() => (input.current ? measure(input.current, setScore) : undefined), [input]);
  // In the commit that shows the label: between the two, a weak password could be sent.
  useLayoutEffect(() => {
    if (score === null || score >= LEAST_SCORE || !input.current?.form) return;
    if ('weakPasswordError' in input.current.form.dataset) return;
    return disableSubmit(input.current, input.current.form);
  }, [score, input]);
  return (
    <div id={id} className={styles.meter}>
      {score !== null && <span className={classes(styles.bar, styles[kindOf(score)])} aria-hidden="true" />}
      <p className={classes(styles.label, score !== null && `${styles[kindOf(score)]} ${kindOf(score)}`)} role="status">
        {score !== null && labelOf(score)}
      </p>
      {score !== null && score < LEAST_SCORE && (
        <p className={styles.hint}>
          Hint: The password should be at least twelve characters long. To make it stronger, use upper and lower case
          letters, numbers, and symbols…
        </p>
      )}
    </div>
  );
}

/** Report the score whenever the form changes; null while there is no password, or no word list to measure it by. */
function measure(input: HTMLInputElement, report: (score: number | null) => void): () => void {
  const left = new AbortController();
  const { form } = input;
  void import('./passwordScore').then(
    ({ passwordScore }) => {
      if (left.signal.aborted || !form) return;
      const update = () => {
        const score = scoreOf(input, form, passwordScore);
        input.setCustomValidity(score !== null && score < LEAST_SCORE ? STRONGER : '');
        report(score);
      };
      for (const kind of ['input', 'change']) form.addEventListener(kind, update, { signal: left.signal });
      update();
    },
    () => undefined, // the store measures by itself
  );
  return () => left.abort();
}

function scoreOf(input: HTMLInputElement, form: HTMLFormElement, score: (text: string, own: string[]) => number) {
  if (!input.value || !isShown(input)) return null;
  const repeated = newPasswords(form).filter((each) => each !== input);
  if (repeated.some(({ value }) => value && value !== input.value)) return MISMATCH;
  return capped(input.value, score(input.value, personalTexts(form)));
}

/** A password that its form has hidden (no account is wanted) is not sent, and keeps nothing back. */
const isShown = (input: HTMLElement) => input.checkVisibility?.() ?? true;

/** Disable a form's own button (its last) and the hidden one that Enter presses, but for those of its parts. */
function disableSubmit(input: HTMLInputElement, form: HTMLFormElement): () => void {
  const buttons = [...form.elements].filter((each) => each instanceof HTMLButtonElement && each.type === 'submit');
  const own = [...buttons.filter((each) => (each as HTMLButtonElement).hidden), buttons.at(-1)] as HTMLButtonElement[];
  const disabled = own.filter((each) => each && !each.disabled);
  for (const each of disabled) {
    each.disabled = true;
    each.setAttribute('aria-describedby', `${input.id}-strength`);
  }
  return () => {
    for (const each of disabled) {
      each.disabled = false;
      each.removeAttribute('aria-describedby');
    }
  };
}
