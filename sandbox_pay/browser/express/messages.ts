import type {
  BillingDetails,
  ExpressCheckoutPartialAddress,
  ExpressPaymentType,
  LineItem,
  ShippingAddress,
  ShippingRate,
  StripeExpressCheckoutElementConfirmEvent,
} from '@stripe/stripe-js';
import type { FrameAnswer, TokenData } from '../messages.ts';

/** What the store's page says to the express element's two frames, the buttons and the wallet's sheet, and they to it. */

export interface ButtonsOptions {
  /** The wallets to be shown, in this order. */
  wallets: ExpressPaymentType[];
  /** Pixels. */
  height: number;
  radius: string;
  themes: Partial<Record<ExpressPaymentType, string>>;
  kinds: Partial<Record<ExpressPaymentType, string>>;
  /** 0 lets the element decide. */
  columns: number;
  /** How many rows are shown before the button for more; 0 is all. */
  rows: number;
}

export type ToButtons =
  | { to: 'buttons'; type: 'options'; options: ButtonsOptions }
  | { to: 'buttons'; type: 'focus' | 'blur' };

export type FromButtons =
  | { from: 'buttons'; type: 'loaded'; wallets: ExpressPaymentType[]; failed: boolean }
  | { from: 'buttons'; type: 'shown' | 'focus' | 'blur' | 'escape' }
  | { from: 'buttons'; type: 'click'; wallet: ExpressPaymentType }
  | { from: 'buttons'; type: 'resize'; height: number };

/** What the sheet shows. Amounts are in minor units. */
export interface Shown {
  amount: number;
  lineItems: LineItem[];
  shippingRates: ShippingRate[];
}

export interface SheetOptions extends Shown {
  wallet: ExpressPaymentType;
  publishableKey: string;
  business: string;
  currency: string;
  shippingAddressRequired: boolean;
  emailRequired: boolean;
  phoneNumberRequired: boolean;
  /** Null allows all countries. */
  allowedShippingCountries: string[] | null;
}

/** Why a payment failed, as the store tells the wallet. */
export type Failure = NonNullable<Parameters<StripeExpressCheckoutElementConfirmEvent['paymentFailed']>[0]>;

export type ToSheet =
  | { to: 'sheet'; type: 'open'; options: SheetOptions }
  | { to: 'sheet'; type: 'changed'; request: number; shown: Shown }
  | { to: 'sheet'; type: 'refused'; request: number; late: boolean }
  | { to: 'sheet'; type: 'failed'; failure: Failure }
  | {
      to: 'sheet';
      type: 'createConfirmationToken';
      request: number;
      data: TokenData;
      amount: number;
      currency: string;
    };

/** What the shopper agreed to. */
export interface Agreed {
  billingDetails: BillingDetails;
  shippingAddress?: ShippingAddress;
  shippingRate?: ShippingRate;
}

export type FromSheet =
  | { from: 'sheet'; type: 'loaded' | 'cancel' }
  | { from: 'sheet'; type: 'address'; request: number; name: string; address: ExpressCheckoutPartialAddress }
  | { from: 'sheet'; type: 'rate'; request: number; rate: string }
  | { from: 'sheet'; type: 'confirm'; agreed: Agreed }
  | { from: 'sheet'; type: 'answer'; request: number; answer: FrameAnswer };
