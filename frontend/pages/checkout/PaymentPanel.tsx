import type { Stripe } from '@stripe/stripe-js';
import { type RefObject, useEffect, useState } from 'react';
import type { PaymentOptions, ProviderSettings } from '../../generated/pages';
import { useHydrated } from '../../lib/hydrated';
import type { Card } from '../../lib/payment/placeOrder';
import { loadProvider } from '../../lib/payment/provider';
import { CardFields } from './CardFields';
import styles from './PaymentPanel.module.css';

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
  const hydrated = useHydrated();
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
  return (
    <div className={styles.panel} aria-busy={hydrated && !stripe && !failed}>
      <noscript>
        <p className={styles.problem}>
          The card is entered in a form of our card service, which needs JavaScript. Everything else works without.
        </p>
      </noscript>
      {sandbox && (
        <p className={styles.hint}>
          Test cards: 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0027 6000 3184 asks for
          confirmation. Any future date, any code.
        </p>
      )}
      {stripe && <CardFields stripe={stripe} payment={payment} provider={provider} onCard={onCard} />}
      {failed && (
        <p className={styles.problem} role="alert">
          Failed to load card payment method. Please refresh the page and try again.
        </p>
      )}
      <p ref={problemPlace} tabIndex={-1} className={styles.problem} role="alert">
        {problem}
      </p>
    </div>
  );
}
