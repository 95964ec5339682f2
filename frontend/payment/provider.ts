import type { Stripe, StripeConstructor } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { ProviderSettings } from '../generated/pages';

/** The API version of the client: the one that the store itself uses. */
export type Access = Pick<ProviderSettings, 'key' | 'script' | 'apiVersion' | 'locale'>;

/**
 * Return the card provider's client. The sandbox's script stands in the page before this one and answers to the same
 * name; the real one is fetched from the provider, which is the only allowed source. Rejects when there is none.
 */
export async function loadProvider({ key, script, apiVersion, locale }: Access): Promise<Stripe> {
  const options = { locale: locale as 'en', apiVersion };
  if (!script) {
    const stripe = await loadStripe(key, options);
    if (stripe) return stripe;
  }
  const { Stripe: create } = window as { Stripe?: StripeConstructor };
  if (!create) throw new Error('the provider’s script is not there');
  return create(key, options);
}
