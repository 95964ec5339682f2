import { useCallback, useState } from 'react';
import type { AddableMethod, ProviderSettings } from '../generated/pages';
import { CardPlace } from '../payment/fields/CardPlace';
import { MethodFields } from '../payment/fields/MethodFields';
import { NoFields } from '../payment/fields/NoFields';
import type { DeferredInput, InputState } from '../payment/fields/paymentInput';
import { formatMessage } from '../payment/paymentErrors';
import type { Client } from '../payment/useProvider';
import styles from './AddPaymentMethodPage.module.css';

/** The name of the radio buttons of types. */
export const METHOD_TYPE = 'payment_method_type';

interface Props {
  method: AddableMethod;
  provider: ProviderSettings;
  client: Client;
  sandbox: boolean;
  /** Whether there is nothing to choose. */
  alone: boolean;
  chosen: boolean;
  onChoose: () => void;
  onInput: (type: string, entered: InputState<DeferredInput>) => void;
}

/** One type that can be added: its radio button, the provider's fields, and what the customer agrees to. */
export function AddablePanel({ method, provider, client, sandbox, alone, chosen, onChoose, onInput }: Props) {
  const { type, label, consent } = method;
  const { stripe, failed } = client;
  // The fields are made when they are first needed; from then on they keep what is in them.
  const [made, setMade] = useState(chosen);
  if (chosen && !made) setMade(true);
  const reportInput = useCallback((entered: InputState<DeferredInput>) => onInput(type, entered), [onInput, type]);
  const payment = { amount: provider.cartTotal, currency: provider.currency };
  const name = type === 'card' ? 'card' : label;
  return (
    <div className={styles.method}>
      {!alone && (
        <label className={styles.choice}>
          <input type="radio" name={METHOD_TYPE} value={type} checked={chosen} onChange={onChoose} />
          {label}
        </label>
      )}
      <div className={styles.panel} hidden={!chosen}>
        <CardPlace loading={!stripe && !failed} sandbox={sandbox} type={type}>
          {made && stripe && (
            <MethodFields {...{ type, label: name, stripe, payment, provider, onInput: reportInput }} saving />
          )}
          {made && failed && (
            <NoFields text={formatMessage(provider.messages, 'load_failed', name)} onInput={reportInput} />
          )}
        </CardPlace>
        {consent && <p className={styles.consent}>{consent}</p>}
      </div>
    </div>
  );
}
