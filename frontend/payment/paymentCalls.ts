import type { ProviderSettings } from '../generated/pages';
import { post } from '../lib/http';
import { intentOf } from './confirmationHash';

/** What the calls need of the page. */
export type Gateway = Pick<
  ProviderSettings,
  | 'ajax_url'
  | 'gatewayId'
  | 'orderId'
  | 'createSetupIntentNonce'
  | 'createPaymentIntentNonce'
  | 'updatePaymentIntentNonce'
  | 'updateFailedOrderNonce'
  | 'saveAppearanceNonce'
  | 'theme_name'
>;

/** What seeing a payment through needs besides. */
export type Settling = Gateway &
  Pick<ProviderSettings, 'messages' | 'genericErrorMessage' | 'orderReceivedURL'> &
  Partial<Pick<ProviderSettings, 'isChangingPayment'>>;

interface Answer<Data> {
  success: boolean;
  data?: Data & { error?: { message?: string } };
}

export interface NewIntent {
  id: string;
  clientSecret: string;
}

/** The store's answer: where the shopper goes, or why not. */
export interface Verdict {
  returnUrl: string;
  message: string;
}

/**
 * Have the store read an intent's result from the provider: that of an order, or of another payment method for a
 * subscription. Throws ConnectionError.
 */
export async function updateOrderStatus(
  gateway: Pick<Gateway, 'ajax_url' | 'gatewayId'> & Pick<Settling, 'isChangingPayment'>,
  { orderId, clientSecret, nonce }: { orderId: string; clientSecret: string; nonce: string },
): Promise<Verdict> {
  const name = gateway.isChangingPayment ? 'confirm_change_payment' : 'update_order_status';
  const { success, data } = await call<{ return_url?: string }>(gateway, name, {
    order_id: orderId,
    intent_id: intentOf(clientSecret),
    payment_method_id: '',
    _ajax_nonce: nonce,
  });
  return { returnUrl: (success && data?.return_url) || '', message: data?.error?.message ?? '' };
}

/** Report a payment that failed in the browser. The store learns of it anyway, so errors are ignored. */
export async function updateFailedOrder(gateway: Gateway, orderId: string, clientSecret: string): Promise<void> {
  const fields = {
    order_id: orderId,
    intent_id: intentOf(clientSecret),
    _ajax_nonce: gateway.updateFailedOrderNonce,
  };
  await call(gateway, 'update_failed_order', fields).catch(() => undefined);
}

/** Open an intent before there is an order, for types that cannot do without. Returns why not otherwise. */
export async function createPaymentIntent(gateway: Gateway, type: string): Promise<NewIntent | { problem: string }> {
  const { success, data } = await call<{ id?: string; client_secret?: string }>(gateway, 'create_payment_intent', {
    ...(gateway.orderId ? { stripe_order_id: String(gateway.orderId) } : {}),
    payment_method_type: type,
    _ajax_nonce: gateway.createPaymentIntentNonce,
  });
  if (success && data?.id && data.client_secret) return { id: data.id, clientSecret: data.client_secret };
  return { problem: data?.error?.message ?? '' };
}

/**
 * Open an intent by which a payment method is saved without paying. Returns why not otherwise. Throws ConnectionError.
 */
export async function initSetupIntent(
  gateway: Pick<Gateway, 'ajax_url' | 'gatewayId' | 'createSetupIntentNonce'>,
  type: string,
): Promise<NewIntent | { problem: string }> {
  const { success, data } = await call<{ id?: string; client_secret?: string }>(gateway, 'init_setup_intent', {
    payment_method_type: type,
    _ajax_nonce: gateway.createSetupIntentNonce,
  });
  if (success && data?.id && data.client_secret) return { id: data.id, clientSecret: data.client_secret };
  return { problem: data?.error?.message ?? '' };
}

/** Bind such an intent to the order that was placed with it. Returns why not, null when it is bound. */
export async function updatePaymentIntent(
  gateway: Gateway,
  { orderId, clientSecret, type, saving }: { orderId: string; clientSecret: string; type: string; saving: boolean },
): Promise<string | null> {
  const intent = intentOf(clientSecret);
  if (intent.startsWith('seti_')) return null; // a setup intent has no order to bind it to
  const { success, data } = await call<object>(gateway, 'update_payment_intent', {
    stripe_order_id: orderId,
    wc_payment_intent_id: intent,
    save_payment_method: saving ? 'yes' : 'no',
    selected_upe_payment_type: type,
    _ajax_nonce: gateway.updatePaymentIntentNonce,
  });
  return success ? null : (data?.error?.message ?? '');
}

/** Send the appearance of the fields on this page. */
export async function saveAppearance(gateway: Gateway, appearance: string, isBlock: boolean): Promise<void> {
  await call(gateway, 'save_appearance', {
    appearance,
    is_block_checkout: String(isBlock),
    theme_name: gateway.theme_name,
    _ajax_nonce: gateway.saveAppearanceNonce,
  });
}

function call<Data>(
  gateway: Pick<Gateway, 'ajax_url' | 'gatewayId'>,
  name: string,
  fields: Record<string, string>,
): Promise<Answer<Data>> {
  const url = gateway.ajax_url.replace('%%endpoint%%', `wc_${gateway.gatewayId}_${name}`);
  return post<Answer<Data>>(url, fields);
}
