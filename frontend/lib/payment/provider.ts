import type { Stripe, StripeConstructor } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { ProviderSettings } from '../../generated/pages';

/**
 * Return the card provider's client. The sandbox's script stands in the page before this one and answers to the same
 * name; the real one is fetched from the provider, which is the only allowed source. Rejects when there is none.
 */
export async function loadProvider({
  key,
  script,
  locale,
}: Pick<ProviderSettings, 'key' | 'script' | 'locale'>): Promise<Stripe> {
  if (!script) {
    const stripe = await loadStripe(key, { locale: locale as 'en' });
    if (stripe) return stripe;
  }
  const { Stripe: create } = window as { Stripe?: StripeConstructor };
  if (!create) throw new Error('the provider’s script is not there');
  return create(key, { locale: locale as 'en' });
}
