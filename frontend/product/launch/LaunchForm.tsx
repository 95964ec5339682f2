import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/fields/Field';
import { AlertTrap } from './AlertTrap';
import { EMAIL } from './emailField';
import styles from './LaunchForm.module.css';

interface Props {
  productId: number;
  consent: string;
}

/** Asks for an e-mail address to be told when the wine is on sale. Without JavaScript a page answers. */
export function LaunchForm({ productId, consent }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy || !form.current) return;
    setBusy(true);
    const { saveEmail } = await import('./saveEmail');
    await saveEmail(form.current);
    setBusy(false);
  };

  return (
    <form ref={form} className={styles.form} method="post" action="/alerts/" onSubmit={send} aria-busy={busy}>
      <h2 className={styles.title}>Tell me when it is here</h2>
      <input type="hidden" name="id" value={productId} />
      <div className={styles.row}>
        <Field field={EMAIL} error="" />
        <Button type="submit" aria-disabled={busy || undefined}>
          Notify me
        </Button>
      </div>
      <p className={styles.consent}>{consent}</p>
      <AlertTrap />
    </form>
  );
}
