import type { Stripe } from '@stripe/stripe-js';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { PaymentOptions, ProviderSettings } from '../../generated/pages';
import { useHydrated } from '../../lib/hydrated';
import { PROVIDER_MISSING } from '../../lib/payment/errors';
import { type Card, NEW_CARD } from '../../lib/payment/placeOrder';
import { loadProvider } from '../../lib/payment/provider';
import { CardFields } from './CardFields';
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
  const hydrated = useHydrated();
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
      <div className={styles.fields} hidden={!isNew} aria-busy={hydrated && !stripe && !failed}>
        {sandbox && (
          <p className={styles.hint}>
            Test cards: 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0027 6000 3184 asks for
            confirmation. Any future date, any code.
          </p>
        )}
        {!stripe && !failed && <div className={styles.waiting} aria-hidden="true" />}
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
      </div>
      <p ref={problemPlace} tabIndex={-1} className={styles.problem} role="alert">
        {problem}
      </p>
    </div>
  );
}

/** Fetch the provider's client; also who pays with a saved card may have to answer the bank through it. */
function useProvider(provider: ProviderSettings, onStripe: (stripe: Stripe) => void) {
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let wanted = true;
    loadProvider(provider).then(
      (loaded) => {
        if (!wanted) return;
        setStripe(loaded);
        onStripe(loaded);
      },
      () => wanted && setFailed(true),
    );
    return () => {
      wanted = false;
    };
  }, [provider, onStripe]);
  return { stripe, failed };
}
