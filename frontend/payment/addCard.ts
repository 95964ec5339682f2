import type { Stripe } from '@stripe/stripe-js';
import type { Payer, ProviderSettings } from '../generated/pages';
import { post } from '../lib/http';
import { challenge } from './confirm';
import type { DeferredInput } from './fields/paymentInput';
import { formatMessage, PaymentError, translateError } from './paymentErrors';

/** What the calls need of the page. */
type Settings = Pick<
  ProviderSettings,
  'wp_ajax_url' | 'createAndConfirmSetupIntentNonce' | 'messages' | 'genericErrorMessage'
>;

/** How the adding of a card ended: with the setup intent's id, or on a page of the bank's own. */
export type Added = { intentId: string } | { elsewhere: string };

interface SetupAnswer {
  success: boolean;
  data?: {
    status?: string;
    id?: string;
    client_secret?: string;
    next_action?: { type: string; redirect_to_url?: { url: string } } | null;
    error?: { message?: string };
  };
}

type Setup = NonNullable<SetupAnswer['data']>;

/**
 * Have the provider save the card for the customer's account. After the bank's question the same call is made once
 * more, with the same card: the store reads the result from the provider. Throws PaymentError or ConnectionError.
 */
export async function addCard(stripe: Stripe, card: DeferredInput, settings: Settings, payer: Payer): Promise<Added> {
  const { name, email } = payer;
  const method = await card.createMethod(name ? { name, email } : { email });
  const setup = await startSetup(settings, method);
  if (setup.status !== 'requires_action') return ended(setup, settings);
  const elsewhere = setup.next_action?.redirect_to_url?.url;
  if (elsewhere) return { elsewhere };
  const error = await challenge(stripe, setup.client_secret ?? '');
  const now = await startSetup(settings, method);
  if (now.status === 'requires_action') {
    throw error
      ? translateError(error, settings.messages)
      : new PaymentError(formatMessage(settings.messages, 'not_confirmed'));
  }
  return ended(now, settings);
}

async function startSetup(settings: Settings, method: string): Promise<Setup> {
  const answer = await post<SetupAnswer | 0>(settings.wp_ajax_url, {
    action: 'wc_stripe_create_and_confirm_setup_intent',
    'wc-stripe-payment-method': method,
    'wc-stripe-payment-type': 'card',
    _ajax_nonce: settings.createAndConfirmSetupIntentNonce,
  });
  if (answer === 0) throw new PaymentError(formatMessage(settings.messages, 'log_in')); // as to any guest: the session has ended
  const { success, data } = answer;
  if (success && data) return data;
  throw new PaymentError(data?.error?.message || settings.genericErrorMessage);
}

function ended({ id }: Setup, settings: Settings): Added {
  if (!id) throw new PaymentError(settings.genericErrorMessage);
  return { intentId: id };
}
