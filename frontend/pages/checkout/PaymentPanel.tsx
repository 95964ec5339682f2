import type { Appearance } from '@stripe/stripe-js';
import { type RefObject, useCallback, useRef, useState } from 'react';
import { CardPlace } from '../../components/CardPlace';
import type { PaymentMethod, PaymentOptions, ProviderSettings } from '../../generated/pages';
import { NEW, type Told } from '../../lib/payment/means';
import { CARD } from '../../lib/payment/placeOrder';
import type { Client } from '../../lib/payment/useProvider';
import { NewMeans } from './NewMeans';
import styles from './PaymentPanel.module.css';
import { SaveCard } from './SaveCard';
import { SavedCards } from './SavedCards';
import { useAccountWanted } from './useAccountWanted';

export interface Surroundings {
  provider: ProviderSettings;
  sandbox: boolean;
  client: Client;
  /** What the box to keep it by says when it is ticked: the two kinds of checkout differ (payments 1.3). */
  keepValue: string;
  onMeans: (gateway: string, means: Told) => void;
  onLook: (look: Appearance) => void;
}

interface Props extends Surroundings {
  method: PaymentMethod;
  payment: PaymentOptions;
  /** Whether the shopper pays by this method. */
  chosen: boolean;
  /** What is wrong with the method, or its own fields. */
  problem: string;
  /** What is wrong with the bank code, where that is how it is paid. */
  codeProblem: string;
  problemPlace: RefObject<HTMLParagraphElement | null>;
}

/** What a way to pay asks. */
export function PaymentPanel(props: Props) {
  const { method, payment, chosen, problem, codeProblem, problemPlace, onMeans, onLook, ...rest } = props;
  const { value, type, may_save } = method;
  const { provider, sandbox, client, keepValue } = rest;
  const saved = value === CARD ? payment.saved : [];
  const place = useRef<HTMLDivElement>(null);
  const [wanted, choose] = useState(() => saved.find((card) => card.chosen)?.id ?? NEW);
  const token = saved.some(({ id, expired }) => id === wanted && !expired) ? wanted : NEW;
  const isNew = token === NEW;
  // The provider's fields are made when they are first needed; from then on they keep what is in them.
  const [made, setMade] = useState(chosen && isNew);
  if (chosen && isNew && !made) setMade(true);
  const [saving, setSaving] = useState(false);
  const hasAccount = useAccountWanted(place) || payment.may_save;
  const told = useCallback((means: Told) => onMeans(value, means), [onMeans, value]);
  const keeps = saving && hasAccount && may_save;
  return (
    <div ref={place} className={styles.panel}>
      {saved.length > 0 && <SavedCards cards={saved} chosen={token} onChoose={choose} />}
      <noscript>
        <p className={styles.problem}>
          {value === CARD
            ? 'A new card is entered in a form of our card service, which needs JavaScript. Everything else works without.'
            : 'This way to pay needs JavaScript.'}
        </p>
      </noscript>
      <CardPlace hidden={!isNew} loading={!client.stripe && !client.failed} sandbox={sandbox} type={type}>
        {made && (
          <NewMeans {...{ method, payment, provider, client, codeProblem, onLook }} saving={keeps} onMeans={told} />
        )}
        {client.stripe && isNew && hasAccount && may_save && (
          <SaveCard gateway={value} value={keepValue} saving={saving} onChange={setSaving} />
        )}
      </CardPlace>
      <p ref={chosen ? problemPlace : null} tabIndex={-1} className={styles.problem} role="alert">
        {chosen ? problem : ''}
      </p>
    </div>
  );
}
