import type { Stripe } from '@stripe/stripe-js';
import type { Payer, ProviderSettings } from '../generated/pages';
import type { Added } from './addCard';
import type { DeferredInput } from './fields/paymentInput';
import { initSetupIntent, type NewIntent, updateOrderStatus } from './paymentCalls';
import { formatMessage, PaymentError, translateError } from './paymentErrors';

/** What the calls need of the page. */
type Settings = Pick<
  ProviderSettings,
  | 'ajax_url'
  | 'gatewayId'
  | 'createSetupIntentNonce'
  | 'updatePaymentIntentNonce'
  | 'return_url'
  | 'messages'
  | 'genericErrorMessage'
>;

/** Whether the customer agrees to debits. The provider records the consent from what it sees of the browser. */
type Consent = { mandate_data?: { customer_acceptance: { type: 'online'; online: { infer_from_client: true } } } };

const CONSENT: Consent = {
  mandate_data: { customer_acceptance: { type: 'online', online: { infer_from_client: true } } },
};

/**
 * Save a payment method other than a card: the store opens an intent for its type, and the provider's client confirms
 * it here, on a page of a bank, or on a phone. When that fails or stays open, the store reads the result, so that
 * it knows. Throws PaymentError or ConnectionError.
 */
export async function addMethod(
  stripe: Stripe,
  { type, consent }: { type: string; consent: boolean },
  entered: DeferredInput,
  settings: Settings,
  payer: Payer,
): Promise<Added> {
  const { name, email } = payer;
  const method = await entered.createMethod(name ? { name, email } : { email });
  const intent = await open(settings, type);
  const confirmParams = { payment_method: method, return_url: settings.return_url, ...(consent ? CONSENT : {}) };
  const { clientSecret } = intent;
  const { error, setupIntent } = await stripe.confirmSetup({ clientSecret, confirmParams, redirect: 'if_required' });
  const isOpen = setupIntent?.status === 'requires_action' && setupIntent.next_action?.type !== BY_DEPOSIT;
  if (!error && !isOpen) return { intentId: intent.id };
  const nonce = settings.updatePaymentIntentNonce;
  const { returnUrl } = await updateOrderStatus(settings, { orderId: '', clientSecret, nonce });
  if (returnUrl) return { intentId: intent.id };
  throw error
    ? translateError(error, settings.messages)
    : new PaymentError(formatMessage(settings.messages, 'method_not_confirmed'));
}

/** What the customer does days later: the code of a deposit proves that the account is theirs. */
const BY_DEPOSIT = 'verify_with_microdeposits';

async function open(settings: Settings, type: string): Promise<NewIntent> {
  const opened = await initSetupIntent(settings, type);
  if ('problem' in opened) throw new PaymentError(opened.problem || settings.genericErrorMessage);
  return opened;
}
