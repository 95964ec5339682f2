import type {
  AvailablePaymentMethods,
  ExpressPaymentType,
  StripeExpressCheckoutElementAvailablePaymentMethodsChangeEvent,
} from '@stripe/stripe-js';

export type WalletName = keyof AvailablePaymentMethods;

interface Wallet {
  /** The name in options and in `availablePaymentMethods`. */
  name: WalletName;
  label: string;
  /** The type of the payment method that it leads to. */
  method: string;
}

/** All wallets that Stripe's types know, in the order in which they are shown. */
export const WALLETS: Record<ExpressPaymentType, Wallet> = {
  apple_pay: { name: 'applePay', label: 'Apple Pay', method: 'card' },
  google_pay: { name: 'googlePay', label: 'Google Pay', method: 'card' },
  link: { name: 'link', label: 'Link', method: 'link' },
  amazon_pay: { name: 'amazonPay', label: 'Amazon Pay', method: 'amazon_pay' },
  klarna: { name: 'klarna', label: 'Klarna', method: 'klarna' },
  paypal: { name: 'paypal', label: 'PayPal', method: 'paypal' },
};

/** Return what the `ready` event says: undefined when there is no wallet at all. */
export function available(wallets: ExpressPaymentType[]): AvailablePaymentMethods | undefined {
  if (wallets.length === 0) return undefined;
  return {
    amazonPay: wallets.includes('amazon_pay'),
    applePay: wallets.includes('apple_pay'),
    googlePay: wallets.includes('google_pay'),
    klarna: wallets.includes('klarna'),
    link: wallets.includes('link'),
    paypal: wallets.includes('paypal'),
  };
}

/** Return what the `availablepaymentmethodschange` event says. */
export function availableNow(
  wallets: ExpressPaymentType[],
): StripeExpressCheckoutElementAvailablePaymentMethodsChangeEvent['paymentMethods'] {
  const found = available(wallets);
  if (found === undefined) return undefined;
  return Object.fromEntries(Object.entries(found).map(([name, here]) => [name, { available: here }]));
}
