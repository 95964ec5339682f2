import type { AccountOffer } from '../generated/pages';
import { Button } from '../ui/Button';
import { Field } from '../ui/fields/Field';
import styles from './ReceiptAccount.module.css';

/** An account in one step: all but the password is known from the order. */
export function ReceiptAccount({ offer, token }: { offer: AccountOffer; token: string }) {
  return (
    <section className={styles.offer} aria-labelledby="account">
      <h2 id="account" className={styles.title}>
        Keep this order in an account
      </h2>
      <p>
        See where it is, get your invoices and be quicker next time. Your address is known already; with{' '}
        <strong className={styles.email}>{offer.email}</strong> and a password you are done.
      </p>
      <form className={styles.form} method="post" action={offer.action}>
        <input type="hidden" name="csrfmiddlewaretoken" value={token} />
        {/* For password managers: what the password belongs to. */}
        <input type="hidden" name="username" autoComplete="username" value={offer.email} />
        <Field field={offer.password} error={offer.password.error} />
        <Button type="submit" look="quiet">
          Create my account
        </Button>
      </form>
    </section>
  );
}
