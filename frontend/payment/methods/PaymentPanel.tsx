import type { Appearance } from '@stripe/stripe-js';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { PaymentMethod, PaymentOptions, ProviderSettings } from '../../generated/pages';
import { afterPaint } from '../../lib/afterPaint';
import { glideToNotice } from '../../ui/glide';
import { CardPlace } from '../fields/CardPlace';
import { type InputState, NEW, tokenField } from '../fields/paymentInput';
import { onLeadToPayment } from '../leadToPayment';
import { CARD } from '../placeOrder';
import type { Client } from '../useProvider';
import { NewPaymentFields } from './NewPaymentFields';
import styles from './PaymentPanel.module.css';
import { SaveCard } from './SaveCard';
import { SavedCards } from './SavedCards';
import { useAccountWanted } from './useAccountWanted';

export interface Surroundings {
  provider: ProviderSettings;
  sandbox: boolean;
  client: Client;
  /** The value of the box to save it by: WooCommerce's two checkouts send different ones. */
  saveValue: string;
  onInput: (gateway: string, input: InputState) => void;
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
  /** Why the payment was declined, if this is how it was tried; it stands in the page's list of errors, too. */
  decline: string;
}

/** The fields of a payment method. */
export function PaymentPanel(props: Props) {
  const { method, payment, chosen, problem, codeProblem, problemPlace, decline, onInput, onLook, ...rest } = props;
  const { value, type, may_save, renewal_note } = method;
  const { provider, sandbox, client, saveValue } = rest;
  const saved = payment.saved.filter((each) => each.type === type);
  const place = useRef<HTMLDivElement>(null);
  const [selected, choose] = useState(() => saved.find((card) => card.chosen)?.id ?? NEW);
  const token = saved.some(({ id, expired }) => id === selected && !expired) ? selected : NEW;
  const isNew = token === NEW;
  // The provider's fields are made when they are first needed; from then on they keep what is in them.
  const [made, setMade] = useState(chosen && isNew);
  const areMissing = chosen && isNew && !made;
  useEffect(() => {
    if (areMissing) afterPaint(() => setMade(true)); // the choice is seen at once
  }, [areMissing]);
  const [saving, setSaving] = useState(false);
  const hasAccount = useAccountWanted(place) || payment.may_save;
  const fields = useRef<InputState>(undefined);
  const report = useCallback(
    (input: InputState) => {
      fields.current = input;
      onInput(value, input);
    },
    [onInput, value],
  );
  const declined = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!decline) return;
    const lead = () => {
      focusFields(isNew ? fields.current : null, place.current, declined.current, tokenField(value));
      if (declined.current) glideToNotice(declined.current);
    };
    lead();
    return onLeadToPayment(lead);
  }, [decline, isNew, value]);
  const keeps = provider.isChangingPayment || (may_save && (payment.keeps || (saving && hasAccount)));
  return (
    <div ref={place} className={styles.panel}>
      {decline && (
        <p ref={declined} tabIndex={-1} className={styles.decline}>
          <strong>{decline}</strong> {decline.includes(OTHER_WAY) ? '' : advice(type, isNew)}
        </p>
      )}
      {saved.length > 0 && <SavedCards {...{ gateway: value, type, cards: saved }} chosen={token} onChoose={choose} />}
      <noscript>
        <p className={styles.problem}>
          {value === CARD
            ? 'A new card is entered in a form of our card service, which needs JavaScript. Everything else works without.'
            : 'This payment method requires JavaScript.'}
        </p>
      </noscript>
      <CardPlace hidden={!isNew} loading={!client.stripe && !client.failed} sandbox={sandbox} type={type}>
        {made && (
          <NewPaymentFields
            {...{ method, payment, provider, client, codeProblem, onLook }}
            saving={keeps}
            onInput={report}
          />
        )}
        {client.stripe && isNew && hasAccount && may_save && !payment.keeps && (
          <SaveCard gateway={value} value={saveValue} saving={saving} onChange={setSaving} />
        )}
      </CardPlace>
      {renewal_note && <p>{renewal_note}</p>}
      <p ref={chosen ? problemPlace : null} tabIndex={-1} className={styles.problem} role="alert">
        {chosen ? problem : ''}
      </p>
    </div>
  );
}

/** Put the focus where another try begins: into the provider's fields, on the chosen card, or else on the message. */
function focusFields(fields: InputState, panel: HTMLElement | null, message: HTMLElement | null, token: string): void {
  if (fields && 'focus' in fields && fields.focus) {
    fields.focus();
    return;
  }
  const saved = panel?.querySelector<HTMLElement>(`input[name="${token}"]:checked`);
  (saved ?? message)?.focus({ preventScroll: true });
}

/** Some messages of the store say it themselves. */
const OTHER_WAY = 'choose another way to pay';

/** Return what can be done about a declined payment. */
function advice(type: string, isNew: boolean): string {
  if (type !== 'card') return `Try again, or ${OTHER_WAY}.`;
  return isNew ? 'Check the card’s details, or use another card.' : 'Choose another card, or enter a new one.';
}
