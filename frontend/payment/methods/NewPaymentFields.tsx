import type { Appearance } from '@stripe/stripe-js';
import type { PaymentMethod, PaymentOptions, ProviderSettings } from '../../generated/pages';
import { CodeField } from '../fields/CodeField';
import { IntentFields } from '../fields/IntentFields';
import { MethodFields } from '../fields/MethodFields';
import { NoFields } from '../fields/NoFields';
import type { InputState } from '../fields/paymentInput';
import { formatMessage } from '../paymentErrors';
import type { Client } from '../useProvider';

interface Props {
  method: PaymentMethod;
  payment: PaymentOptions;
  provider: ProviderSettings;
  client: Client;
  codeProblem: string;
  saving: boolean;
  onInput: (input: InputState) => void;
  onLook: (look: Appearance) => void;
}

/** The fields of a payment method that is not saved yet: the provider's, or a code. */
export function NewPaymentFields({ method, payment, provider, client, codeProblem, saving, onInput, onLook }: Props) {
  const { type, label, kind } = method;
  const { stripe, failed } = client;
  if (failed) {
    const text = formatMessage(provider.messages, provider.key ? 'load_failed' : 'not_initialized', label);
    return <NoFields text={text} onInput={onInput} />;
  }
  const fields = { type, label, provider, onInput };
  if (kind === 'code') return <CodeField stripe={stripe} refusal={codeProblem} {...fields} />;
  if (!stripe) return null;
  if (!method.supports_deferred) return <IntentFields {...{ stripe, payment, saving, ...fields }} />;
  return <MethodFields {...{ stripe, payment, saving, onLook, ...fields }} />;
}
