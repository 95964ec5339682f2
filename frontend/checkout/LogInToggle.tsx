import type { FormField, LogInForm } from '../generated/pages';
import { Button } from '../ui/Button';
import { Disclosure } from '../ui/Disclosure';
import { Field } from '../ui/fields/Field';
import styles from './LogInToggle.module.css';

interface Props {
  logIn: LogInForm;
  action: string;
  token: string;
}

/** Logs in returning customers by a form of its own, behind a link. The checkout's form keeps its values meanwhile. */
export function LogInToggle({ logIn, action, token }: Props) {
  return (
    <Disclosure
      title="Returning customer? Click here to log in"
      slide="quick"
      className={styles.toggle}
      open={logIn.problem !== ''}
    >
      <form className={styles.form} method="post" action={action}>
        <input type="hidden" name="csrfmiddlewaretoken" value={token} />
        <p className={styles.hint}>
          Your addresses are filled in then. New here? Go on below: you need no account to order.
        </p>
        <p className={styles.problem} role="alert">
          {logIn.problem}
        </p>
        <Field field={field('username', 'Your email address', 'email', 'username', logIn.email)} error="" />
        <Field field={field('password', 'Password', 'password', 'current-password')} error="" />
        <Button type="submit" look="quiet" name="login" value="1">
          Log in
        </Button>
        <a href="/my-source/lost-password/" data-auth="lostpw">
          Lost your password?
        </a>
      </form>
    </Disclosure>
  );
}

function field(name: string, label: string, kind: string, autocomplete: string, value = ''): FormField {
  const rest = { required: true, inputmode: '', placeholder: '', hint: '', error: '', options: [] };
  return { name, label, kind, autocomplete, value, ...rest };
}
