import { Elements } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useCallback, useEffect, useState } from 'react';
import type { PaymentOptions, ProviderSettings } from '../../generated/pages';
import { ConnectionError } from '../../lib/http';
import { webFonts } from '../appearance/fonts';
import { useAppearance } from '../appearance/useAppearance';
import { createPaymentIntent, type NewIntent } from '../paymentCalls';
import { formatMessage } from '../paymentErrors';
import { createIntentInput } from './fields';
import { NoFields } from './NoFields';
import { ProviderFields } from './ProviderFields';
import type { InputState, IntentInput } from './paymentInput';

interface Props {
  stripe: Stripe;
  type: string;
  label: string;
  payment: Pick<PaymentOptions, 'amount' | 'currency'>;
  provider: ProviderSettings;
  saving: boolean;
  onInput: (input: InputState<IntentInput>) => void;
}

/**
 * The fields of a type that needs an intent before there is an order. Another total is another intent, and a spent one.
 */
export function IntentFields({ payment, onInput, ...props }: Props) {
  const { provider, type, label } = props;
  const { amount, currency } = payment;
  const [intent, setIntent] = useState<NewIntent | null>(null);
  const [problem, setProblem] = useState('');
  const [loading, setLoading] = useState(true);
  const [round, setRound] = useState({ nonce: '' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store opens an intent for the total as it is now
  useEffect(() => {
    let wanted = true;
    setLoading(true);
    const end = (opened: NewIntent | null, text: string) => {
      if (!wanted) return;
      setIntent(opened);
      setProblem(opened ? '' : text || formatMessage(provider.messages, 'load_failed', label));
      setLoading(false);
    };
    createPaymentIntent(round.nonce ? { ...provider, createPaymentIntentNonce: round.nonce } : provider, type).then(
      (opened) => ('problem' in opened ? end(null, opened.problem) : end(opened, '')),
      (error: unknown) => {
        if (!(error instanceof ConnectionError)) throw error;
        end(null, error.message);
      },
    );
    return () => {
      wanted = false;
    };
  }, [provider, type, label, amount, currency, round]);
  const renew = useCallback(
    (nonce: string) => {
      onInput(undefined); // at once: a press would find the spent one
      setRound({ nonce });
    },
    [onInput],
  );
  const report = loading ? ignore : onInput; // what is on its way is waited for
  if (problem) return <NoFields text={problem} onInput={report} />;
  return intent && <OpenedFields key={intent.id} {...{ intent, renew, onInput: report }} {...props} />;
}

function ignore(): void {
  // the intent that the fields stand for is about to give way to another one
}

interface OpenedProps extends Omit<Props, 'payment'> {
  intent: NewIntent;
  renew: IntentInput['renew'];
}

function OpenedFields({ intent, renew, stripe, onInput, ...fields }: OpenedProps) {
  const { provider, type } = fields;
  const appearance = useAppearance(provider.isOCEnabled);
  const [fonts] = useState(() => webFonts());
  const createInput = useCallback(
    (client: Stripe, elements: StripeElements) => createIntentInput(client, elements, provider, intent, type, renew),
    [provider, intent, type, renew],
  );
  return (
    <Elements stripe={stripe} options={{ clientSecret: intent.clientSecret, appearance, fonts }}>
      <ProviderFields createInput={createInput} onInput={onInput} {...fields} />
    </Elements>
  );
}
