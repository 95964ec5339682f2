import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/Button';
import styles from './ShipToForm.module.css';

interface Props {
  id: string;
  typed?: string;
  /** Why what was typed was refused. */
  problem?: string;
  /** Where to go on without JavaScript, if not to the page of the form. */
  back?: string;
  autoFocus?: boolean;
  /** What to do once the place is saved. Without it, a page answers. */
  onSaved?: () => void;
}

/** Asks where the wine goes: one field for a postcode or the name of a state. */
export function ShipToForm({ id, typed, problem: first = '', back, autoFocus, onSaved }: Props) {
  const [problem, setProblem] = useState(first);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    if (!onSaved) return;
    event.preventDefault();
    const form = event.currentTarget;
    const { saveShipTo } = await import('./saveShipTo');
    const refused = await saveShipTo(form);
    setProblem(refused);
    if (!refused) onSaved();
  };
  return (
    <form className={styles.form} method="post" action="/ship-to/" onSubmit={submit}>
      <label htmlFor={id}>ZIP or postal code, state, or province</label>
      {back && <input type="hidden" name="back" value={back} />}
      <input
        id={id}
        className={styles.input}
        name="place"
        defaultValue={typed}
        autoComplete="shipping postal-code"
        maxLength={60}
        // biome-ignore lint/a11y/noAutofocus: the form comes because somebody pressed for it
        autoFocus={autoFocus}
        required
        aria-invalid={!!problem || undefined}
        aria-describedby={problem ? `${id}-error` : undefined}
      />
      {problem && (
        <p id={`${id}-error`} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <Button type="submit">Save location</Button>
    </form>
  );
}
