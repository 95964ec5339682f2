import { useMemo } from 'react';
import { AccountMenu } from '../../components/AccountMenu';
import { Button } from '../../components/Button';
import { CardPlace } from '../../components/CardPlace';
import { MethodFields } from '../../components/MethodFields';
import { NoFields } from '../../components/NoFields';
import type { AddPaymentMethodPage as Props } from '../../generated/pages';
import { classes } from '../../lib/classes';
import { PROVIDER_MISSING } from '../../lib/payment/errors';
import { useProvider } from '../../lib/payment/useProvider';
import styles from './AddPaymentMethodPage.module.css';
import { useAddCard } from './useAddCard';

const CARD = { type: 'card', label: 'card', saving: true };

/** Where a card is entered for later orders. Nothing is charged. */
export default function AddPaymentMethodPage({ shared, csrf_token, menu, action, back_url, provider }: Props) {
  const client = useProvider(provider);
  const { stripe, failed } = client;
  const { busy, problem, problemPlace, intentId, onMeans, submit } = useAddCard(client, provider);
  const fields = useMemo(() => known(provider), [provider]);
  return (
    <div className={styles.page}>
      <h1>Add a card</h1>
      <AccountMenu links={menu} />
      <p>
        Nothing is charged now. Your bank may ask you to confirm that the card is yours. <a href={back_url}>Back</a>
      </p>
      <noscript>
        <p className={styles.problem}>
          A card is entered in a form of our card service, which needs JavaScript. Your saved cards can be looked at and
          deleted without.
        </p>
      </noscript>
      <form
        className={classes(styles.form, busy && `processing ${styles.blocked}`)}
        method="post"
        action={action}
        noValidate
        aria-busy={busy}
        onSubmit={submit}
      >
        <input type="hidden" name="csrfmiddlewaretoken" value={csrf_token} />
        <input ref={intentId} type="hidden" name="wc-stripe-setup-intent" defaultValue="" />
        <CardPlace loading={!stripe && !failed} sandbox={shared.sandbox}>
          {stripe && <MethodFields {...CARD} stripe={stripe} payment={fields} provider={fields} onMeans={onMeans} />}
          {failed && <NoFields text={PROVIDER_MISSING} onMeans={onMeans} />}
        </CardPlace>
        <p ref={problemPlace} tabIndex={-1} className={styles.problem} role="alert">
          {problem}
        </p>
        <Button type="submit" wide aria-disabled={busy}>
          {busy ? 'Saving your card…' : 'Save card'}
        </Button>
      </form>
    </div>
  );
}

/** What the provider's fields are to know: nothing is paid (spec 4, payment element mode), and who the customer is. */
function known({ currency, messages, name }: Props['provider']) {
  const billing_fields = ['billing_email', ...(name ? ['billing_first_name', 'billing_last_name'] : [])];
  return { amount: 0, currency, messages, billing_fields };
}
