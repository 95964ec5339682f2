import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useEffect, useMemo, useState } from 'react';
import type { ProviderSettings } from '../../generated/pages';
import { say } from '../paymentErrors';
import { elementOptions, type Laid } from './elementOptions';
import { HeldStill } from './HeldStill';
import { NoFields } from './NoFields';
import type { Means, Told } from './paymentInput';

interface Props<Kind extends Means> {
  type: string;
  label: string;
  provider: Pick<ProviderSettings, 'messages'> & Laid;
  saving: boolean;
  /** Says what the fields can do. Must be the same function until what they can do changes. */
  means: (stripe: Stripe, elements: StripeElements) => Kind;
  /** Told what the fields can do once they stand. */
  onMeans: (means: Told<Kind>) => void;
}

/** The provider's own fields of one type, in a frame that the store can't look into. */
export function ProviderFields<Kind extends Means>(props: Props<Kind>) {
  const { type, label, provider, saving, means, onMeans } = props;
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
    onMeans(means(stripe, elements));
    return () => onMeans(undefined);
  }, [stripe, elements, state, means, onMeans]);
  return state === 'failed' ? (
    <NoFields text={say(provider.messages, 'load_failed', label)} onMeans={onMeans} />
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
