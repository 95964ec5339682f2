import { Elements } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useCallback, useEffect, useState } from 'react';
import type { PaymentOptions, ProviderSettings } from '../generated/pages';
import { ConnectionError } from '../lib/http';
import { createPaymentIntent, type NewIntent } from '../lib/payment/calls';
import { say } from '../lib/payment/errors';
import { openedIn } from '../lib/payment/fields';
import { webFonts } from '../lib/payment/look/fonts';
import { useAppearance } from '../lib/payment/look/useAppearance';
import type { Opened, Told } from '../lib/payment/means';
import { NoFields } from './NoFields';
import { ProviderFields } from './ProviderFields';

interface Props {
  stripe: Stripe;
  type: string;
  label: string;
  payment: Pick<PaymentOptions, 'amount' | 'currency'>;
  provider: ProviderSettings;
  saving: boolean;
  onMeans: (means: Told<Opened>) => void;
}

/** The fields of a type that needs an intent before there is an order. Another total is another intent. */
export function IntentFields({ payment, ...props }: Props) {
  const { provider, type, label } = props;
  const { amount, currency } = payment;
  const [intent, setIntent] = useState<NewIntent | null>(null);
  const [problem, setProblem] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store opens an intent for the total as it is now
  useEffect(() => {
    let wanted = true;
    setIntent(null);
    setProblem('');
    const fail = (text: string) => setProblem(text || say(provider.messages, 'load_failed', label));
    createPaymentIntent(provider, type).then(
      (opened) => {
        if (!wanted) return;
        if ('problem' in opened) fail(opened.problem);
        else setIntent(opened);
      },
      (error: unknown) => {
        if (!(error instanceof ConnectionError)) throw error;
        if (wanted) fail(error.message);
      },
    );
    return () => {
      wanted = false;
    };
  }, [provider, type, label, amount, currency]);
  if (problem) return <NoFields text={problem} onMeans={props.onMeans} />;
  return intent && <OpenedFields key={intent.id} intent={intent} {...props} />;
}

function OpenedFields({ intent, stripe, onMeans, ...fields }: Omit<Props, 'payment'> & { intent: NewIntent }) {
  const { provider, type } = fields;
  const appearance = useAppearance();
  const [fonts] = useState(() => webFonts());
  const means = useCallback(
    (client: Stripe, elements: StripeElements) => openedIn(client, elements, provider, intent, type),
    [provider, intent, type],
  );
  return (
    <Elements stripe={stripe} options={{ clientSecret: intent.clientSecret, appearance, fonts }}>
      <ProviderFields means={means} onMeans={onMeans} {...fields} />
    </Elements>
  );
}
