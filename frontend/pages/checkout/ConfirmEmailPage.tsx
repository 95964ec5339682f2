import type { ConfirmEmailPage as Props } from '../../generated/pages';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/fields/Field';
import { makeEmailField } from '../../ui/fields/makeField';
import styles from './ConfirmEmailPage.module.css';

const EMAIL = makeEmailField('email', 'Email address of the order');

/** An older receipt is shown to a guest who knows the email address of the order. */
export default function ConfirmEmailPage({ csrf_token, problem, login_url }: Props) {
  return (
    <div className={styles.page}>
      <h1>Is this your order?</h1>
      <p>
        Some time has passed since it was placed. To see it, tell us the email address it was placed with, or{' '}
        <a href={login_url}>log in</a>.
      </p>
      <form className={styles.form} method="post">
        <input type="hidden" name="csrfmiddlewaretoken" value={csrf_token} />
        <Field field={EMAIL} error={problem} />
        <Button type="submit">Show the order</Button>
      </form>
    </div>
  );
}
