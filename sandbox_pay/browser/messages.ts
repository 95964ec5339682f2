import type { Appearance, ConfirmationToken, PaymentMethod, StripeError } from '@stripe/stripe-js';
import type { Parameters } from './http.ts';

/** What the store's page and the frame of the fields say to each other. No number of a card or an account appears in any of it. */

export type Address = {
  line1?: string | null;
  line2?: string | null;
  city?: string | null;
  state?: string | null;
  postal_code?: string | null;
  country?: string | null;
};

export interface BillingDetails {
  name?: string | null;
  email?: string | null;
  phone?: string | null;
  address?: Address | null;
}

/** What the store's page adds to the fields to make a payment method. */
export interface MethodData {
  billing_details?: BillingDetails;
  allow_redisplay?: 'always' | 'limited' | 'unspecified';
  metadata?: Record<string, string>;
}

/** What a confirmation token holds beside the payment method. */
export interface TokenData {
  payment_method_data?: MethodData;
  shipping?: { name: string | null; phone?: string | null; address: Address };
  return_url?: string | null;
  setup_future_usage?: string | null;
}

/** The billing details that the fields may ask for. */
export const DETAILS = ['name', 'email', 'line1', 'city', 'state', 'postal_code', 'country'] as const;
export type Detail = (typeof DETAILS)[number];

export interface FrameOptions {
  appearance: Appearance;
  publishableKey: string;
  /** The types of payment methods on offer, the first one chosen. */
  types: string[];
  layout: 'tabs' | 'accordion';
  radios: boolean;
  /** Whether the store's page leaves this to the fields. */
  asked: Record<Detail, boolean>;
  defaults: Partial<Record<Detail, string>>;
  /** What the shopper agrees to, by type. */
  terms: Record<string, string>;
  readOnly: boolean;
}

export type ToFrame =
  | { to: 'frame'; type: 'options'; options: FrameOptions }
  | { to: 'frame'; type: 'focus' | 'blur' | 'clear' }
  | { to: 'frame'; type: 'validate'; request: number }
  | { to: 'frame'; type: 'createPaymentMethod'; request: number; data: MethodData }
  | { to: 'frame'; type: 'createConfirmationToken'; request: number; data: TokenData };

/** `options` are what belongs to one confirmation rather than to the method, as a BLIK code does. */
export type FrameAnswer =
  | { error: StripeError; paymentMethod?: undefined; confirmationToken?: undefined; options?: undefined }
  | {
      error?: undefined;
      paymentMethod?: PaymentMethod;
      confirmationToken?: ConfirmationToken;
      options?: Parameters | undefined;
    };

export type FromFrame =
  | { from: 'frame'; type: 'loaded' | 'ready' | 'focus' | 'blur' | 'escape' }
  | { from: 'frame'; type: 'resize'; height: number }
  | { from: 'frame'; type: 'change'; empty: boolean; complete: boolean; method: string }
  | { from: 'frame'; type: 'answer'; request: number; answer: FrameAnswer };

export type FromChallenge = { from: 'challenge'; type: 'over' | 'cancel' | 'loaded' };

export function isMessage<M extends { from: string } | { to: string }>(
  data: unknown,
  key: 'from' | 'to',
  name: string,
): data is M {
  return typeof data === 'object' && data !== null && (data as Record<string, unknown>)[key] === name;
}
