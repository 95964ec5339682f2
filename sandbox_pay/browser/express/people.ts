import type { ExpressCheckoutAddress, ExpressCheckoutPartialAddress, ExpressPaymentType } from '@stripe/stripe-js';

/** The shopper whom the sandbox's wallets know. */
export const SHOPPER = { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+14155550132' };

export interface Place {
  label: string;
  address: ExpressCheckoutAddress;
}

function place(label: string, line1: string, city: string, state: string, postal: string, country: string): Place {
  return { label, address: { line1, line2: null, city, state, postal_code: postal, country } };
}

/** Where she has wine sent: to states that allow it and one that does not, abroad, and to an address with a gap. */
export const PLACES: Place[] = [
  place('Home', '1 Market Street', 'San Francisco', 'CA', '94105', 'US'),
  place('Work', '200 North Spring Street', 'Los Angeles', 'California', '90012', 'US'),
  place('Utah', '50 South Main Street', 'Salt Lake City', 'UT', '84101', 'US'),
  place('Toronto', '290 Bremner Boulevard', 'Toronto', 'ON', 'M5V 3L9', 'CA'),
  place('No postal code', '10 Vine Lane', 'Napa', 'CA', '', 'US'),
  place('London', '1 Poultry', 'London', '', 'EC2R 8EJ', 'GB'),
];
/** Where her cards' bills go. */
export const BILLING = (PLACES[0] as Place).address;

const REDACTING = new Set<ExpressPaymentType>(['apple_pay', 'google_pay']);

/** Return what a store may know of an address before the shopper confirms: no street, and of some postal codes a part. */
export function redacted(wallet: ExpressPaymentType, address: ExpressCheckoutAddress): ExpressCheckoutPartialAddress {
  const { city, state, country } = address;
  const whole = address.postal_code;
  if (!REDACTING.has(wallet)) return { city, state, postal_code: whole, country };
  const known = country === 'CA' ? whole.slice(0, 3) : country === 'GB' ? (whole.split(' ')[0] ?? '') : whole;
  return { city, state, postal_code: known, country };
}

export interface HeldCard {
  number: string;
  brand: string;
  meaning: string;
}

/** The cards in the wallets that hold cards. */
export const CARDS: HeldCard[] = [
  { number: '4242424242424242', brand: 'Visa', meaning: 'pays' },
  { number: '4000000000003220', brand: 'Visa', meaning: 'the bank asks first' },
  { number: '4000000000000002', brand: 'Visa', meaning: 'declined' },
  { number: '4000000000009995', brand: 'Visa', meaning: 'insufficient funds' },
  { number: '5105105105105100', brand: 'Mastercard', meaning: 'prepaid' },
];

/** Return the cards, with the one that the switches name in the first place. */
export function cardsWith(first: string): HeldCard[] {
  const known = CARDS.find(({ number }) => number === first);
  const held = known ?? { number: first, brand: 'Card', meaning: 'chosen by the switches' };
  return [held, ...CARDS.filter((card) => card !== known)];
}
