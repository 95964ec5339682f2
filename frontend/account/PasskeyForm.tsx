import type { FormField, PasskeyRequest } from '../generated/pages';
import { useHydrated } from '../lib/hydrated';
import { Button } from '../ui/Button';
import { Field } from '../ui/fields/Field';
import styles from './AccountStep.module.css';
import { usePasskey } from './usePasskey';

interface Props {
  request: PasskeyRequest;
  token: string;
  fields: FormField[];
  /** Whether another form of the page is the main one. */
  quiet: boolean;
}

/** A form that is sent with what the browser answers to a request for a passkey. Passkeys need JavaScript. */
export function PasskeyForm({ request, token, fields, quiet }: Props) {
  const { ask, busy, problem, credential } = usePasskey(request);
  const hydrated = useHydrated();
  return (
    <form className={styles.form} method="post" aria-busy={busy}>
      <input type="hidden" name="csrfmiddlewaretoken" value={token} />
      <input type="hidden" name="credential" ref={credential} />
      {fields.map((field) => (
        <Field key={field.name} field={field} error={field.error} />
      ))}
      <Button look={quiet ? 'quiet' : 'main'} onClick={ask} disabled={!hydrated || busy}>
        {request.button}
      </Button>
      <noscript>
        <p>Passkeys require JavaScript, which is turned off in this browser.</p>
      </noscript>
      {problem && (
        <p className={styles.error} role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
