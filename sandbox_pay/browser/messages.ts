import type { Appearance, PaymentMethod, StripeError } from '@stripe/stripe-js';

/** What the store's page and the card frame say to each other. Card digits never appear in any of it. */

export interface Address {
  line1?: string | null;
  line2?: string | null;
  city?: string | null;
  state?: string | null;
  postal_code?: string | null;
  country?: string | null;
}

export interface BillingDetails {
  name?: string | null;
  email?: string | null;
  phone?: string | null;
  address?: Address | null;
}

export interface FrameOptions {
  appearance: Appearance;
  publishableKey: string;
  country: boolean;
  postalCode: boolean;
  defaultCountry: string;
  defaultPostalCode: string;
  terms: string;
  readOnly: boolean;
}

export type ToFrame =
  | { to: 'frame'; type: 'options'; options: FrameOptions }
  | { to: 'frame'; type: 'focus' | 'blur' | 'clear' }
  | { to: 'frame'; type: 'validate'; request: number }
  | { to: 'frame'; type: 'createPaymentMethod'; request: number; billingDetails: BillingDetails };

export type FrameAnswer =
  | { error: StripeError; paymentMethod?: undefined }
  | { error?: undefined; paymentMethod?: PaymentMethod };

export type FromFrame =
  | { from: 'frame'; type: 'loaded' | 'ready' | 'focus' | 'blur' | 'escape' }
  | { from: 'frame'; type: 'resize'; height: number }
  | { from: 'frame'; type: 'change'; empty: boolean; complete: boolean; brand: string }
  | { from: 'frame'; type: 'answer'; request: number; answer: FrameAnswer };

export type FromChallenge = { from: 'challenge'; type: 'over' | 'cancel' | 'loaded' };

export function isMessage<M extends { from: string } | { to: string }>(
  data: unknown,
  key: 'from' | 'to',
  name: string,
): data is M {
  return typeof data === 'object' && data !== null && (data as Record<string, unknown>)[key] === name;
}
