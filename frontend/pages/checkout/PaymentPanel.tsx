import type { Stripe } from '@stripe/stripe-js';
import { type RefObject, useRef, useState } from 'react';
import { CardFields } from '../../components/CardFields';
import { CardPlace } from '../../components/CardPlace';
import type { PaymentOptions, ProviderSettings } from '../../generated/pages';
import { PROVIDER_MISSING } from '../../lib/payment/errors';
import { type Card, NEW_CARD } from '../../lib/payment/placeOrder';
import { useProvider } from '../../lib/payment/useProvider';
import styles from './PaymentPanel.module.css';
import { SaveCard } from './SaveCard';
import { SavedCards } from './SavedCards';
import { useAccountWanted } from './useAccountWanted';

interface Props {
  payment: PaymentOptions;
  provider: ProviderSettings;
  sandbox: boolean;
  /** What is wrong with the card's own fields. */
  problem: string;
  problemPlace: RefObject<HTMLParagraphElement | null>;
  onStripe: (stripe: Stripe) => void;
  onCard: (card: Card | null) => void;
}

export function PaymentPanel({ payment, provider, sandbox, problem, problemPlace, onStripe, onCard }: Props) {
  const { saved } = payment;
  const place = useRef<HTMLDivElement>(null);
  const { stripe, failed } = useProvider(provider, onStripe);
  const [wanted, choose] = useState(() => saved.find(({ chosen }) => chosen)?.id ?? NEW_CARD);
  const chosen = saved.some(({ id, expired }) => id === wanted && !expired) ? wanted : NEW_CARD;
  const isNew = chosen === NEW_CARD;
  // The card's fields are made when they are first needed; from then on they keep what is in them.
  const [made, setMade] = useState(isNew);
  if (isNew && !made) setMade(true);
  const [saving, setSaving] = useState(false);
  const hasAccount = useAccountWanted(place) || payment.may_save;
  return (
    <div ref={place} className={styles.panel}>
      {saved.length > 0 && <SavedCards cards={saved} chosen={chosen} onChoose={choose} />}
      <noscript>
        <p className={styles.problem}>
          A new card is entered in a form of our card service, which needs JavaScript. Everything else works without.
        </p>
      </noscript>
      <CardPlace hidden={!isNew} loading={!stripe && !failed} sandbox={sandbox}>
        {stripe && made && (
          <CardFields
            stripe={stripe}
            payment={payment}
            provider={provider}
            saving={saving && hasAccount}
            onCard={onCard}
          />
        )}
        {failed && (
          <p className={styles.problem} role="alert">
            {PROVIDER_MISSING}
          </p>
        )}
        {stripe && isNew && hasAccount && <SaveCard saving={saving} onChange={setSaving} />}
      </CardPlace>
      <p ref={problemPlace} tabIndex={-1} className={styles.problem} role="alert">
        {problem}
      </p>
    </div>
  );
}
