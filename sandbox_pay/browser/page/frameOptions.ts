import type { Appearance, BillingDetailsFieldsOption, StripePaymentElementOptions } from '@stripe/stripe-js';
import { DETAILS, type Detail, type FrameOptions } from '../messages.ts';
import { IntegrationError } from './origin.ts';

export interface GroupOptions {
  appearance?: Appearance;
  mode?: string;
  amount?: number;
  currency?: string;
  setupFutureUsage?: string | null;
  clientSecret?: string;
  allowedPaymentMethodTypes?: string[];
  excludedPaymentMethodTypes?: string[];
}

type ElementOptions = Partial<StripePaymentElementOptions>;

const TYPES =
  'acss_debit affirm afterpay_clearpay alipay amazon_pay au_becs_debit bacs_debit bancontact blik boleto card cashapp eps giropay ideal klarna link multibanco oxxo p24 sepa_debit sofort us_bank_account wechat_pay'.split(
    ' ',
  );
/** Debits take the shopper's word each time, not only when the account is kept. */
const DEBITS = new Set(['acss_debit', 'au_becs_debit', 'bacs_debit', 'sepa_debit', 'us_bank_account']);
const PARTS: Partial<Record<Detail, 'postalCode' | 'state' | 'city' | 'line1' | 'country'>> = {
  line1: 'line1',
  city: 'city',
  state: 'state',
  postal_code: 'postalCode',
  country: 'country',
};

/** Return what the frame must know of the options of the group and of the element; `types` are on offer. */
export function frameOptions(
  group: GroupOptions,
  options: ElementOptions,
  types: string[],
  publishableKey: string,
): FrameOptions {
  const { address, ...owner } = options.defaultValues?.billingDetails ?? {};
  const asked = DETAILS.map((name) => [name, isAsked(options.fields?.billingDetails, name)] as const);
  const layout = typeof options.layout === 'string' ? { type: options.layout } : options.layout;
  return {
    appearance: plain(group.appearance ?? {}),
    publishableKey,
    types,
    layout: layout?.type === 'accordion' ? 'accordion' : 'tabs',
    radios: layout?.type === 'accordion' && layout.radios !== 'never',
    asked: Object.fromEntries(asked) as Record<Detail, boolean>,
    defaults: { ...owner, ...address },
    terms: Object.fromEntries(types.map((type) => [type, terms(group, options, type)])),
    readOnly: options.readOnly ?? false,
  };
}

/** Return the types on offer in the store's order: those it allows, else those of its intent, else cards. */
export function typesOnOffer(group: GroupOptions, options: ElementOptions, ofIntent: string[] | undefined): string[] {
  const allowed = group.allowedPaymentMethodTypes ?? ofIntent ?? ['card'];
  const unknown = allowed.find((type) => !TYPES.includes(type));
  if (unknown) throw new IntegrationError(`This sandbox does not know the payment method type ${unknown}.`);
  const types = allowed.filter((type) => !group.excludedPaymentMethodTypes?.includes(type));
  const order = options.paymentMethodOrder ?? [];
  const place = (type: string): number => (order.includes(type) ? order.indexOf(type) : order.length);
  return types.sort((one, other) => place(one) - place(other));
}

function isAsked(details: BillingDetailsFieldsOption | undefined, name: Detail): boolean {
  if (details === undefined || details === 'auto') return true;
  if (details === 'never') return false;
  if (name === 'name' || name === 'email') return details[name] !== 'never';
  const { address } = details;
  if (address === 'never') return false;
  const part = PARTS[name];
  return typeof address !== 'object' || part === undefined || address[part] !== 'never';
}

function terms(group: GroupOptions, options: ElementOptions, type: string): string {
  const name = type.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const wanted = (options.terms as Record<string, string> | undefined)?.[name] ?? 'auto';
  const saving = group.setupFutureUsage === 'off_session' || isSetup(group);
  if (wanted === 'never' || (wanted === 'auto' && !saving && !DEBITS.has(type))) return '';
  const business = options.business?.name ?? 'the store';
  if (type === 'card') return `By giving your card you let ${business} charge it for later payments, as its terms say.`;
  if (!saving && wanted === 'auto') return `By giving your account you let ${business} debit it, as its terms say.`;
  return `You let ${business} use this for later payments, as its terms say.`;
}

export function isSetup(group: GroupOptions): boolean {
  return group.mode === 'setup' || group.clientSecret?.startsWith('seti_') === true;
}

/** Return a copy that can be sent to a frame, whatever the store put into it. */
function plain(appearance: Appearance): Appearance {
  return JSON.parse(JSON.stringify(appearance)) as Appearance;
}
