import { createContext, type ReactNode } from 'react';
import type { PaymentMethod, PaymentOptions } from '../../generated/pages';

interface Payment {
  /** An order is being placed: the button shows it and does nothing. */
  busy: boolean;
  /** What the button says meanwhile. */
  busyText?: string;
  /** Where the bill goes: a method may not be offered there. Empty before that is known. */
  country: string;
  /** What stands under a method's radio button, and whether that is the chosen one. */
  panel?: (method: PaymentMethod, payment: PaymentOptions, chosen: boolean) => ReactNode;
  /** What is agreed to, above the button. */
  consents?: ReactNode;
  /** What is charged for later boxes, beside the button at every width. */
  recurring?: string[];
}

/** What pages add to the section of the payment methods. */
export const PaymentContext = createContext<Payment>({ busy: false, country: '' });
