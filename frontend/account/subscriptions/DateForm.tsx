import { useRef } from 'react';
import type { BoxDateForm } from '../../generated/pages';
import { Button } from '../../ui/Button';
import { Disclosure } from '../../ui/Disclosure';
import { Field } from '../../ui/fields/Field';
import { useErrorFocus } from '../../ui/fields/useErrorFocus';
import styles from './Subscription.module.css';

interface Props {
  /** What it does, and the words of its button. */
  title: string;
  button: string;
  form: BoxDateForm;
  token: string;
  /** The box that the page shows. */
  box: number;
}

/** A form that asks for a date. It is open when its date was refused. */
export function DateForm({ title, button, form, token, box }: Props) {
  const { url, field, earliest, latest } = form;
  const place = useRef<HTMLFormElement>(null);
  useErrorFocus(place);
  return (
    <Disclosure title={title} open={field.error !== '' || undefined}>
      <form ref={place} className={styles.dateForm} method="post" action={url}>
        <input type="hidden" name="csrfmiddlewaretoken" value={token} />
        <input type="hidden" name="box" value={box} />
        <Field
          field={field}
          error={field.error}
          id={url}
          control={(attributes) => <input {...attributes} type="date" min={earliest} max={latest} />}
        />
        <Button type="submit" look="quiet">
          {button}
        </Button>
      </form>
    </Disclosure>
  );
}
