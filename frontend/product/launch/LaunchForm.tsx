import type { FormEvent } from 'react';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/fields/Field';
import { makeEmailField, TRAP } from '../../ui/fields/makeField';
import styles from './LaunchForm.module.css';

const EMAIL = makeEmailField('email', 'Email address');

interface Props {
  productId: number;
  consent: string;
  /** Whether the wine is sold out. Then a page answers, because it may have to ask which bottle is meant. */
  soldOut?: boolean;
}

/** Asks for an e-mail address to be told when the wine is on sale, or back. Without JavaScript a page answers. */
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
      className={styles.form}
      method="post"
      action={soldOut ? `/alerts/wine/${productId}/` : '/alerts/'}
      onSubmit={send}
    >
      <h2 className={styles.title}>{soldOut ? 'E-mail me when it is back' : 'Tell me when it is here'}</h2>
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
