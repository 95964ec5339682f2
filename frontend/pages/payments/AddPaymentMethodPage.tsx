import { useRef, useState } from 'react';
import { AccountMenu } from '../../account/AccountMenu';
import { AddablePanel, METHOD_TYPE } from '../../account/AddablePanel';
import styles from '../../account/AddPaymentMethodPage.module.css';
import { useAddCard } from '../../account/useAddCard';
import type { AddableMethod, AddPaymentMethodPage as Props } from '../../generated/pages';
import { classes } from '../../lib/classes';
import { useChosenBefore } from '../../payment/methods/useChosenBefore';
import { useProvider } from '../../payment/useProvider';
import { Button } from '../../ui/Button';

/** Where a payment method is entered for later orders. Nothing is charged. */
export default function AddPaymentMethodPage(props: Props) {
  const { shared, csrf_token, menu, action, back_url, payer, methods, provider } = props;
  const client = useProvider(provider);
  const [first] = methods as [AddableMethod];
  const [chosen, choose] = useState(first);
  const choices = useRef<HTMLFieldSetElement>(null);
  useChosenBefore(choices, METHOD_TYPE);
  const adding = useAddCard(client, provider, payer, chosen);
  const { busy, problem, problemPlace, intentId, report, forget, submit } = adding;
  const isCard = chosen.type === 'card';
  const onlyCards = methods.every(({ type }) => type === 'card');
  return (
    <div className={styles.page}>
      <h1>{onlyCards ? 'Add a card' : 'Add a payment method'}</h1>
      <AccountMenu links={menu} token={csrf_token} />
      <p>
        Nothing is charged now. Your bank may ask you to confirm that {onlyCards ? 'the card' : 'it'} is yours.{' '}
        <a href={back_url}>Back</a>
      </p>
      <noscript>
        <p className={styles.problem}>
          {onlyCards
            ? 'A card is entered in a form of our card service, which needs JavaScript. Your saved cards can be looked at and deleted without.'
            : 'A payment method is entered in a form of our payment service, which needs JavaScript. Your saved ones can be looked at and deleted without.'}
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
        <fieldset ref={choices} className={styles.methods}>
          <legend>{onlyCards ? 'Your card' : 'What would you like to add?'}</legend>
          {methods.map((method) => (
            <AddablePanel
              key={method.type}
              {...{ method, provider, client, onInput: report }}
              sandbox={shared.sandbox}
              alone={methods.length === 1}
              chosen={method === chosen}
              onChoose={() => {
                choose(method);
                forget();
              }}
            />
          ))}
        </fieldset>
        <p ref={problemPlace} tabIndex={-1} className={styles.problem} role="alert">
          {problem}
        </p>
        <Button type="submit" wide aria-disabled={busy}>
          {busy ? `Saving your ${isCard ? 'card' : 'payment method'}…` : `Save ${isCard ? 'card' : 'payment method'}`}
        </Button>
      </form>
    </div>
  );
}
