import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import type { ProviderSettings } from '../../generated/pages';
import { loadProvider } from './provider';

/** Fetch the provider's client; also who pays with a saved card may have to answer the bank through it. */
export function useProvider(provider: Pick<ProviderSettings, 'key' | 'script' | 'locale'>) {
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let wanted = true;
    loadProvider(provider).then(
      (loaded) => wanted && setStripe(loaded),
      () => wanted && setFailed(true),
    );
    return () => {
      wanted = false;
    };
  }, [provider]);
  return { stripe, failed };
}
