import type { FormEvent } from 'react';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/fields/Field';
import { makeEmailField, TRAP } from '../../ui/fields/makeField';
import styles from './LaunchForm.module.css';
import { LAUNCH_FORM_ID } from './launchFormId';

const EMAIL = makeEmailField('email', 'Email address');

interface Props {
  productId: number;
  consent: string;
  /** Whether the wine is sold out. Then a page answers, because it may have to ask which bottle is meant. */
  soldOut?: boolean;
}

/** Asks for an email address to be told when the wine is on sale, or back. Without JavaScript a page answers. */
export function LaunchForm({ productId, consent, soldOut }: Props) {
  const send = async (event: FormEvent<HTMLFormElement>) => {
    if (soldOut) return;
    event.preventDefault();
    const form = event.currentTarget;
    const { saveEmail } = await import('./saveEmail');
    await saveEmail(form);
  };

  return (
    <form
      id={LAUNCH_FORM_ID}
      className={styles.form}
      method="post"
      action={soldOut ? `/alerts/wine/${productId}/` : '/alerts/'}
      onSubmit={send}
    >
      <h2 className={styles.title}>
        {soldOut ? 'Email me when it is back in stock' : 'Email me when it is available'}
      </h2>
      <input type="hidden" name={soldOut ? 'about' : 'id'} value={soldOut ? 'restock' : productId} />
      <div className={styles.row}>
        <Field field={EMAIL} id="alert-email" error="" />
        <Button type="submit">Notify me</Button>
      </div>
      <p className={styles.consent}>{consent}</p>
      <Field field={TRAP} id="alert-topic" error="" />
    </form>
  );
}
