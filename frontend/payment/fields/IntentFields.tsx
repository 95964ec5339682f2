import { Elements } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useCallback, useEffect, useState } from 'react';
import type { PaymentOptions, ProviderSettings } from '../../generated/pages';
import { ConnectionError } from '../../lib/http';
import { webFonts } from '../appearance/fonts';
import { useAppearance } from '../appearance/useAppearance';
import { createPaymentIntent, type NewIntent } from '../paymentCalls';
import { say } from '../paymentErrors';
import { openedIn } from './fields';
import { NoFields } from './NoFields';
import { ProviderFields } from './ProviderFields';
import type { Opened, Told } from './paymentInput';

interface Props {
  stripe: Stripe;
  type: string;
  label: string;
  payment: Pick<PaymentOptions, 'amount' | 'currency'>;
  provider: ProviderSettings;
  saving: boolean;
  onMeans: (means: Told<Opened>) => void;
}

/** The fields of a type that needs an intent before there is an order. Another total is another intent, and a spent one. */
export function IntentFields({ payment, onMeans, ...props }: Props) {
  const { provider, type, label } = props;
  const { amount, currency } = payment;
  const [intent, setIntent] = useState<NewIntent | null>(null);
  const [problem, setProblem] = useState('');
  const [asking, setAsking] = useState(true);
  const [round, setRound] = useState({ nonce: '' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store opens an intent for the total as it is now
  useEffect(() => {
    let wanted = true;
    setAsking(true);
    const end = (opened: NewIntent | null, text: string) => {
      if (!wanted) return;
      setIntent(opened);
      setProblem(opened ? '' : text || say(provider.messages, 'load_failed', label));
      setAsking(false);
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
      onMeans(undefined); // at once: a press would find the spent one
      setRound({ nonce });
    },
    [onMeans],
  );
  const told = asking ? ignore : onMeans; // what is on its way is waited for
  if (problem) return <NoFields text={problem} onMeans={told} />;
  return intent && <OpenedFields key={intent.id} {...{ intent, renew, onMeans: told }} {...props} />;
}

function ignore(): void {
  // the intent that the fields stand for is about to give way to another one
}

interface OpenedProps extends Omit<Props, 'payment'> {
  intent: NewIntent;
  renew: Opened['renew'];
}

function OpenedFields({ intent, renew, stripe, onMeans, ...fields }: OpenedProps) {
  const { provider, type } = fields;
  const appearance = useAppearance(provider.isOCEnabled);
  const [fonts] = useState(() => webFonts());
  const means = useCallback(
    (client: Stripe, elements: StripeElements) => openedIn(client, elements, provider, intent, type, renew),
    [provider, intent, type, renew],
  );
  return (
    <Elements stripe={stripe} options={{ clientSecret: intent.clientSecret, appearance, fonts }}>
      <ProviderFields means={means} onMeans={onMeans} {...fields} />
    </Elements>
  );
}
