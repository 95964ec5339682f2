import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useEffect, useMemo, useState } from 'react';
import type { ProviderSettings } from '../../generated/pages';
import { formatMessage } from '../paymentErrors';
import { elementOptions, type Laid } from './elementOptions';
import { HeldStill } from './HeldStill';
import { NoFields } from './NoFields';
import type { InputState, PaymentInput } from './paymentInput';

interface Props<Kind extends PaymentInput> {
  type: string;
  label: string;
  provider: Pick<ProviderSettings, 'messages'> & Laid;
  saving: boolean;
  /** Says what the fields can do. Must be the same function until what they can do changes. */
  createInput: (stripe: Stripe, elements: StripeElements) => Kind;
  /** Told what the fields can do once they stand. */
  onInput: (input: InputState<Kind>) => void;
}

/** The provider's own fields of one type, in a frame that the store can't look into. */
export function ProviderFields<Kind extends PaymentInput>(props: Props<Kind>) {
  const { type, label, provider, saving, createInput, onInput } = props;
  const stripe = useStripe();
  const elements = useElements();
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [defaults] = useState(contact);
  const options = useMemo(
    () => elementOptions({ type, saving, provider, defaults }),
    [type, saving, provider, defaults],
  );
  useEffect(() => {
    if (!stripe || !elements || state !== 'ready') return;
    onInput(createInput(stripe, elements));
    return () => onInput(undefined);
  }, [stripe, elements, state, createInput, onInput]);
  return state === 'failed' ? (
    <NoFields text={formatMessage(provider.messages, 'load_failed', label)} onInput={onInput} />
  ) : (
    <HeldStill>
      <PaymentElement options={options} onReady={() => setState('ready')} onLoadError={() => setState('failed')} />
    </HeldStill>
  );
}

/** What the form knows already of what the provider might still ask. */
function contact() {
  const of = (name: string) => {
    const [field] = document.getElementsByName(name); // an order's page has them hidden, without an id
    return field instanceof HTMLInputElement ? field.value : '';
  };
  const [email, phone] = [of('billing_email'), of('billing_phone')];
  return { ...(email ? { email } : {}), ...(phone ? { phone } : {}) };
}
