import type { Appearance, BillingDetailsFieldsOption, StripePaymentElementOptions } from '@stripe/stripe-js';
import type { FrameOptions } from '../messages.ts';

export interface GroupOptions {
  appearance?: Appearance;
  mode?: string;
  amount?: number;
  currency?: string;
  setupFutureUsage?: string | null;
  clientSecret?: string;
}

type ElementOptions = Partial<StripePaymentElementOptions>;

/** Return what the frame must know of the options of the group and of the element. */
export function frameOptions(group: GroupOptions, options: ElementOptions, publishableKey: string): FrameOptions {
  const address = options.defaultValues?.billingDetails?.address;
  const details = options.fields?.billingDetails;
  const country = asked(details, 'country');
  const postalCode = asked(details, 'postalCode');
  return {
    appearance: plain(group.appearance ?? {}),
    publishableKey,
    country,
    postalCode,
    defaultCountry: address?.country ?? '',
    defaultPostalCode: address?.postal_code ?? '',
    terms: terms(group, options),
    readOnly: options.readOnly ?? false,
  };
}

function asked(details: BillingDetailsFieldsOption | undefined, name: 'country' | 'postalCode'): boolean {
  if (details === undefined || details === 'auto') return true;
  if (details === 'never' || details.address === 'never') return false;
  if (details.address === undefined || typeof details.address === 'string') return true;
  return details.address[name] !== 'never';
}

function terms(group: GroupOptions, options: ElementOptions): string {
  const wanted = options.terms?.card ?? 'auto';
  const saving = group.setupFutureUsage === 'off_session' || group.mode === 'setup';
  if (wanted === 'never' || (wanted === 'auto' && !saving)) return '';
  const business = options.business?.name ?? 'the store';
  return `By giving your card you let ${business} charge it for later payments, as its terms say.`;
}

/** Return a copy that can be sent to a frame, whatever the store put into it. */
function plain(appearance: Appearance): Appearance {
  return JSON.parse(JSON.stringify(appearance)) as Appearance;
}
