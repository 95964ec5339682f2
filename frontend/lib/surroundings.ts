import { createContext, type ReactNode } from 'react';
import type { AddressSearch, CountryChoice, LineView, Link, PaymentMethod, PaymentOptions } from '../generated/pages';

/** What the store had to say of a line's last quantity. A new object each time, so that the field goes back. */
export interface LineRefusal {
  text: string;
}

interface Cart {
  /** A quantity was chosen; without it, what is in the form is sent after a pause. */
  onQuantity: (line: LineView, quantity: number) => void;
  /** The delivery was changed. */
  onChange: () => void;
  refusals: Readonly<Record<string, LineRefusal>>;
  /** What only the cart page has: coupons, and the places that we deliver to. */
  coupon: { code: string; problem: string };
  countries: CountryChoice[];
  /** Where to go from an empty cart. */
  shelves: Link[];
  /** Whether a quantity was changed. */
  touched: boolean;
}

interface Payment {
  /** An order is on its way: the button tells so and does nothing. */
  busy: boolean;
  /** Where the bill goes: a method may not be offered there. Empty before that is known. */
  country: string;
  /** What stands under a method's radio button, and whether that is the chosen one. */
  panel?: (method: PaymentMethod, payment: PaymentOptions, chosen: boolean) => ReactNode;
  /** What is agreed to, above the button. */
  consents?: ReactNode;
}

// What pages add to the sections on them. Rendered on their own, sections have none of it.
export const ALONE: Cart = {
  onQuantity: () => undefined,
  onChange: () => undefined,
  refusals: {},
  coupon: { code: '', problem: '' },
  countries: [],
  shelves: [],
  touched: false,
};
export const CartContext = createContext(ALONE);
export const PaymentContext = createContext<Payment>({ busy: false, country: '' });
/** Null where addresses are only typed. */
export const AddressSearchContext = createContext<AddressSearch | null>(null);
