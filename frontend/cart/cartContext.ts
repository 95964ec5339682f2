import { createContext } from 'react';
import type { CountryChoice, ExpressButtons, LineView, Link } from '../generated/pages';

/** What the store had to say of a line's last quantity. A new object each time, so that the field goes back. */
export interface LineRefusal {
  text: string;
}

interface Cart {
  /** A quantity was chosen; without it, what is in the form is sent after a pause. */
  onQuantity: (line: LineView, quantity: number) => void;
  /** A line's link is pressed that takes it out. Without it, the link is followed. */
  onRemove?: (line: LineView) => Promise<void>;
  /** The delivery was changed. */
  onChange: () => void;
  refusals: Readonly<Record<string, LineRefusal>>;
  /** What only the cart page has: coupons, and the places that we deliver to. */
  coupon: { code: string; problem: string };
  countries: CountryChoice[];
  /** Where to go from an empty cart. */
  shelves: Link[];
  /** Whether a quantity was changed. */
  changed: boolean;
  /** The buttons of wallets, where there are some. */
  express: ExpressButtons | null;
}

/** What sections have that are rendered on their own, without a page around them. */
export const DEFAULT_CART: Cart = {
  onQuantity: () => undefined,
  onChange: () => undefined,
  refusals: {},
  coupon: { code: '', problem: '' },
  countries: [],
  shelves: [],
  changed: false,
  express: null,
};
/** What pages add to the sections of the cart on them. */
export const CartContext = createContext(DEFAULT_CART);
