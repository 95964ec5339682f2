import { createContext, type ReactNode } from 'react';
import type { PaymentOptions } from '../generated/pages';

interface Cart {
  /** A quantity or the delivery was changed: the form is to be sent. */
  onChange: () => void;
}

interface Payment {
  /** An order is on its way: the button tells so and does nothing. */
  busy: boolean;
  /** What stands under a method's radio button. */
  panel?: (method: string, payment: PaymentOptions) => ReactNode;
}

// What pages add to the sections on them. Rendered on their own, sections have none of it.
export const CartContext = createContext<Cart>({ onChange: () => undefined });
export const PaymentContext = createContext<Payment>({ busy: false });
