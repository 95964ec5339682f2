import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ReviewForm as Props, ReviewProblem } from '../generated/pages';
import { Button } from '../ui/Button';
import { Field } from '../ui/fields/Field';
import { makeEmailField, makeField, TRAP } from '../ui/fields/makeField';
import styles from './ReviewForm.module.css';
import { FORM_ID } from './reviewFormId';
import { StarChoice } from './StarChoice';
import { sendReview, type Taken } from './sendReview';
import { useWriter } from './useWriter';

const SELECT_RATING: ReviewProblem = { field: 'rating', text: 'Please select a rating' };

/** The form to write a review. Without JavaScript it is posted, and comes back with what is wrong with it. */
export function ReviewForm({ form, onTaken }: { form: Props; onTaken: (taken: Taken) => void }) {
  const element = useRef<HTMLFormElement>(null);
  const writer = useWriter(element, form.action);
  const [problems, setProblems] = useState(form.problems);
  const [busy, setBusy] = useState(false);
  const problem = (field: string) => problems.find((each) => each.field === field);
  const mend = (field: string) => setProblems((all) => all.filter((each) => each.field !== field && each.field !== ''));

  useEffect(() => {
    const first = problems[0];
    if (first && problems !== form.problems) focusProblem(element.current, first);
  }, [problems, form.problems]);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    if (busy) return;
    if (form.rating_required && !fields.get('rating')) {
      setProblems([SELECT_RATING]);
      return;
    }
    setBusy(true);
    const answer = await sendReview(form.action, fields);
    setBusy(false);
    if ('problems' in answer) setProblems(answer.problems);
    else onTaken(answer);
  };

  return (
    <form
      ref={element}
      id={FORM_ID}
      className={styles.form}
      method="post"
      action={`${form.action}#${FORM_ID}`}
      onSubmit={send}
      noValidate
      aria-labelledby="review-title"
      tabIndex={-1}
    >
      <h3 id="review-title">{form.title}</h3>
      {form.note && <p>{form.note}</p>}
      {problems.length > 0 && (
        <p className={styles.problem} role="alert" tabIndex={-1}>
          {problem('')?.text ??
            problem('topic')?.text ??
            'Your review has not been sent yet. Please check the marked fields.'}
        </p>
      )}
      <StarChoice
        initial={form.rating}
        required={form.rating_required}
        problem={problem('rating')}
        onChange={() => mend('rating')}
      />
      <Field
        field={makeField('comment', 'Your review', { kind: 'textarea', autocomplete: 'off', value: form.comment })}
        error={problem('comment')?.text ?? ''}
        onChange={() => mend('comment')}
      />
      {writer.signed_in && writer.name && <p className={styles.writer}>You are writing as {writer.name}.</p>}
      {!(writer.signed_in && writer.name) && (
        <div className={styles.who}>
          <Field
            field={makeField('author', 'Name', { autocomplete: 'name', value: form.author })}
            error={problem('author')?.text ?? ''}
            onChange={() => mend('author')}
          />
          {!writer.signed_in && (
            <Field
              field={makeEmailField('email', 'Email', { value: form.email, hint: 'We never show this.' })}
              error={problem('email')?.text ?? ''}
              onChange={() => mend('email')}
            />
          )}
        </div>
      )}
      <Field key={problems.length} field={TRAP} id="review-topic" error="" />
      <div>
        <Button type="submit" aria-disabled={busy || undefined}>
          {busy ? 'Sending…' : 'Submit'}
        </Button>
      </div>
    </form>
  );
}

/** Go to the field that has to be looked at first, or to the words above the form. */
function focusProblem(form: HTMLFormElement | null, { field }: ReviewProblem): void {
  const marked = field === 'rating' ? 'input[name="stars"]' : field && `#${field}`;
  form?.querySelector<HTMLElement>(marked || '[role="alert"]')?.focus();
}
