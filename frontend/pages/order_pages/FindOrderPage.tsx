import type { FindOrderPage as Props } from '../../generated/pages';
import { SentNotice } from '../../notices/SentNotice';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/fields/Field';
import styles from './FindOrderPage.module.css';

/** A guest's way back to an order. The link is mailed to the order's address, whoever fills in the form. */
export default function FindOrderPage({ csrf_token, action, number, email, problem, link_requested, shared }: Props) {
  return (
    <div className={styles.page}>
      <h1>Find your order</h1>
      {link_requested ? (
        <SentNotice title="Check your inbox">
          <p>
            If there is an order with this number and email address, a link to it is on its way to that address. It
            works for one hour, on any device.
          </p>
          <p className={styles.soft}>
            Nothing there after a few minutes? Look in your spam folder, ask again below with another address, or{' '}
            <a href={`mailto:${shared.store_email}`}>write to us</a>.
          </p>
        </SentNotice>
      ) : (
        <p>
          Ordered without an account? Tell us the number of the order and the email address it was placed with. We’ll
          email you a link to your order and its invoice.
        </p>
      )}
      <form className={styles.form} method="post" action={action}>
        <input type="hidden" name="csrfmiddlewaretoken" value={csrf_token} />
        <Field field={number} error={number.error} />
        <Field field={email} error={email.error} />
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <Button type="submit" look={link_requested ? 'quiet' : 'main'}>
          Send me the link
        </Button>
      </form>
      <p className={styles.soft}>
        With an account you find all your orders <a href="/my-source/">there</a>.
      </p>
    </div>
  );
}
