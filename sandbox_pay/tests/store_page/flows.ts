import type { Stripe, StripeElements } from '@stripe/stripe-js';

/** The ways in which a store can pay, or keep a card, with what its fields hold. Each says how it ended. */
export type Flow = (client: Stripe, elements: StripeElements) => Promise<string>;

interface Answer {
  client_secret?: string;
  status?: string;
  error?: string;
}

const RETURN_URL = `${location.origin}/returned`;
const billing_details = { email: 'ada@example.com', address: { country: 'US', postal_code: '94107' } };
const shipping = { name: 'Ada', address: { line1: '1 Rue', country: 'FR' } as never };

/** A method, a token, or only the type and the currency of what is to come. */
type Given = Record<string, string>;

export async function ask(path: '/pay' | '/setup', given: Given): Promise<Answer> {
  const response = await fetch(path, { method: 'POST', body: JSON.stringify(given) });
  return (await response.json()) as Answer;
}

function wrong(error: { type: string; code?: string }): string {
  return `${error.type} ${error.code}`;
}

async function made(client: Stripe, elements: StripeElements): Promise<string> {
  const answer = await client.createPaymentMethod({ elements, params: { billing_details } });
  if (answer.error) throw new Error(wrong(answer.error));
  return answer.paymentMethod.id;
}

async function next(client: Stripe, answer: Answer): Promise<string> {
  if (answer.status !== 'requires_action') return answer.error ?? answer.status ?? '';
  const { error, paymentIntent, setupIntent } = await client.handleNextAction({
    clientSecret: answer.client_secret ?? '',
  });
  return error?.code ?? (paymentIntent ?? setupIntent)?.status ?? '';
}

async function payByMethod(client: Stripe, elements: StripeElements): Promise<string> {
  return next(client, await ask('/pay', { payment_method: await made(client, elements) }));
}

async function payChanged(client: Stripe, elements: StripeElements): Promise<string> {
  const fields = elements.getElement('payment');
  const changed = new Promise((done) => fields?.once('change', done));
  fields?.clear();
  await changed;
  return payByMethod(client, elements);
}

async function payByToken(client: Stripe, elements: StripeElements): Promise<string> {
  const params = { payment_method_data: { billing_details }, shipping, return_url: RETURN_URL };
  const answer = await client.createConfirmationToken({ elements, params });
  if (answer.error) return wrong(answer.error);
  const { payment_method_preview: preview, shipping: goesTo, return_url } = answer.confirmationToken;
  if (preview.card?.last4 === undefined || goesTo?.name !== 'Ada' || return_url !== RETURN_URL) return 'a poor token';
  return next(client, await ask('/pay', { confirmation_token: answer.confirmationToken.id }));
}

async function payInTheBrowser(client: Stripe, elements: StripeElements): Promise<string> {
  const { client_secret: clientSecret = '' } = await ask('/pay', {});
  const confirmParams = { payment_method_data: { billing_details } };
  const answer = await client.confirmPayment({ elements, clientSecret, confirmParams, redirect: 'if_required' });
  return answer.error?.code ?? answer.paymentIntent?.status ?? '';
}

async function keep(client: Stripe, elements: StripeElements): Promise<string> {
  const { client_secret: clientSecret = '' } = await ask('/setup', {});
  const confirmParams = { payment_method_data: { billing_details } };
  const answer = await client.confirmSetup({ elements, clientSecret, confirmParams, redirect: 'if_required' });
  if (answer.error) return `${answer.error.code} ${answer.error.setup_intent?.status}`;
  const seen = await client.retrieveSetupIntent(clientSecret);
  return seen.setupIntent?.status ?? '';
}

async function keepByMethod(client: Stripe, elements: StripeElements): Promise<string> {
  const begun = await ask('/setup', { payment_method: await made(client, elements) });
  if (begun.status !== 'requires_action') return begun.error ?? begun.status ?? '';
  const answer = await client.confirmSetup({ clientSecret: begun.client_secret ?? '', redirect: 'if_required' });
  return answer.error?.code ?? answer.setupIntent?.status ?? '';
}

async function keepByToken(client: Stripe, elements: StripeElements): Promise<string> {
  const answer = await client.createConfirmationToken({ elements, params: { return_url: RETURN_URL } });
  if (answer.error) return wrong(answer.error);
  if (answer.confirmationToken.setup_future_usage !== 'off_session') return 'a poor token';
  return next(client, await ask('/setup', { confirmation_token: answer.confirmationToken.id }));
}

async function keepAndLeave(client: Stripe, elements: StripeElements): Promise<string> {
  const { client_secret: clientSecret = '' } = await ask('/setup', {});
  const { error } = await client.confirmSetup({ elements, clientSecret, confirmParams: { return_url: RETURN_URL } });
  return error.code ?? '';
}

async function payByVoucher(client: Stripe): Promise<string> {
  const { client_secret: secret = '' } = await ask('/pay', { type: 'oxxo', currency: 'mxn' });
  const owner = { name: 'Ada', email: 'fill_never@example.com' };
  const answer = await client.confirmOxxoPayment(secret, { payment_method: { billing_details: owner } });
  return answer.error?.code ?? answer.paymentIntent?.status ?? '';
}

async function payByCashApp(client: Stripe): Promise<string> {
  const { client_secret: secret = '' } = await ask('/pay', { type: 'cashapp', currency: 'usd' });
  const answer = await client.confirmCashappPayment(secret, { payment_method: {}, return_url: RETURN_URL });
  return answer.error?.code ?? answer.paymentIntent?.status ?? '';
}

async function keepCashApp(client: Stripe): Promise<string> {
  const { client_secret: secret = '' } = await ask('/setup', { type: 'cashapp' });
  const answer = await client.confirmCashappSetup(secret, { payment_method: {}, return_url: RETURN_URL });
  return answer.error?.code ?? answer.setupIntent?.status ?? '';
}

async function payByBlik(client: Stripe): Promise<string> {
  const owner = { email: 'ada@example.com', address: { country: 'PL' } };
  const made = await client.createPaymentMethod({ type: 'blik', blik: {}, billing_details: owner });
  if (made.error) return wrong(made.error);
  const { client_secret: secret = '' } = await ask('/pay', { type: 'blik', currency: 'pln' });
  const code = new URLSearchParams(location.search).get('code') ?? '';
  const method = { payment_method: made.paymentMethod.id, payment_method_options: { blik: { code } } };
  const answer = await client.confirmBlikPayment(secret, method as never);
  return answer.error?.code ?? answer.paymentIntent?.status ?? '';
}

async function payByAlipay(client: Stripe): Promise<string> {
  const { client_secret: secret = '' } = await ask('/pay', { type: 'alipay', currency: 'usd' });
  const answer = await client.confirmAlipayPayment(secret, { return_url: RETURN_URL });
  return answer.error?.code ?? answer.paymentIntent?.status ?? '';
}

const query = new URLSearchParams(location.search);
const CURRENCY = query.get('currency') ?? 'usd';

async function payAsChosen(client: Stripe, elements: StripeElements): Promise<string> {
  const { selectedPaymentMethod: type = '' } = await elements.submit();
  const { client_secret: clientSecret = '' } = await ask('/pay', { type, currency: CURRENCY });
  const owner = query.has('owner')
    ? { payment_method_data: { billing_details: { ...billing_details, name: 'Ada' } } }
    : {};
  const confirmParams = { return_url: RETURN_URL, ...owner };
  const answer = await client.confirmPayment({ elements, clientSecret, confirmParams, redirect: 'if_required' });
  return answer.error?.code ?? `${type} ${answer.paymentIntent?.status}`;
}

async function keepAsChosen(client: Stripe, elements: StripeElements): Promise<string> {
  const { selectedPaymentMethod: type = '' } = await elements.submit();
  const { client_secret: clientSecret = '' } = await ask('/setup', { type });
  const answer = await client.confirmSetup({ elements, clientSecret, redirect: 'if_required' });
  return answer.error?.code ?? `${type} ${answer.setupIntent?.status}`;
}

async function payIntent(client: Stripe, elements: StripeElements): Promise<string> {
  const confirmParams = { return_url: RETURN_URL };
  const answer = await client.confirmPayment({ elements, confirmParams, redirect: 'if_required' });
  return answer.error?.code ?? answer.paymentIntent?.status ?? '';
}

async function tokenAsChosen(client: Stripe, elements: StripeElements): Promise<string> {
  const { selectedPaymentMethod: type = '' } = await elements.submit();
  const { error, confirmationToken } = await client.createConfirmationToken({
    elements,
    params: { return_url: RETURN_URL },
  });
  if (error) return wrong(error);
  return next(client, await ask('/pay', { type, currency: CURRENCY, confirmation_token: confirmationToken.id }));
}

export const FLOWS: Record<string, Flow> = {
  payUnchecked: payByMethod,
  payChanged,
  payAsChosen,
  keepAsChosen,
  payIntent,
  tokenAsChosen,
  payByMethod,
  payByToken,
  payInTheBrowser,
  keep,
  keepByMethod,
  keepByToken,
  keepAndLeave,
  payByVoucher,
  payByCashApp,
  keepCashApp,
  payByBlik,
  payByAlipay,
};

/** What is tried without a check of the fields: it needs none of them, or forgets to. */
export const UNCHECKED = new Set([
  'payUnchecked',
  'payByVoucher',
  'payByCashApp',
  'keepCashApp',
  'payByBlik',
  'payByAlipay',
]);
