import type { Appearance } from '@stripe/stripe-js';
import { CodeField } from '../../components/CodeField';
import { IntentFields } from '../../components/IntentFields';
import { MethodFields } from '../../components/MethodFields';
import { NoFields } from '../../components/NoFields';
import type { PaymentMethod, PaymentOptions, ProviderSettings } from '../../generated/pages';
import { say } from '../../lib/payment/errors';
import type { Told } from '../../lib/payment/means';
import type { Client } from '../../lib/payment/useProvider';

interface Props {
  method: PaymentMethod;
  payment: PaymentOptions;
  provider: ProviderSettings;
  client: Client;
  codeProblem: string;
  saving: boolean;
  onMeans: (means: Told) => void;
  onLook: (look: Appearance) => void;
}

/** What a way to pay that is not saved yet asks: the provider's fields, or a code. */
export function NewMeans({ method, payment, provider, client, codeProblem, saving, onMeans, onLook }: Props) {
  const { type, label, kind } = method;
  const { stripe, failed } = client;
  if (failed) {
    const text = say(provider.messages, provider.key ? 'load_failed' : 'not_initialized', label);
    return <NoFields text={text} onMeans={onMeans} />;
  }
  const fields = { type, label, provider, onMeans };
  if (kind === 'code') return <CodeField stripe={stripe} refusal={codeProblem} {...fields} />;
  if (!stripe) return null;
  if (!method.supports_deferred) return <IntentFields {...{ stripe, payment, saving, ...fields }} />;
  return <MethodFields {...{ stripe, payment, saving, onLook, ...fields }} />;
}
