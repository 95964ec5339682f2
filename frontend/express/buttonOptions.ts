import type { StripeExpressCheckoutElementOptions } from '@stripe/stripe-js';
import type { ExpressButtons } from '../generated/pages';

/** Return the options of the provider's element: what the merchant chose, in the provider's words. */
export function buttonOptions(
  { wallets, height, theme, kind, label }: ExpressButtons,
  dark: boolean,
): StripeExpressCheckoutElementOptions {
  const color = theme === 'auto' ? (dark ? 'white' : 'black') : theme;
  const on = (wallet: string) => (wallets.includes(wallet) ? 'auto' : 'never');
  return {
    buttonHeight: height,
    buttonTheme: {
      applePay: color === 'outline' ? 'white-outline' : (color as 'black' | 'white'),
      googlePay: color === 'black' ? 'black' : 'white',
    },
    buttonType: {
      applePay: (kind === 'checkout' ? 'check-out' : kind) as 'plain',
      googlePay: kind as 'plain',
    },
    paymentMethods: {
      applePay: on('apple_pay'),
      googlePay: on('google_pay'),
      link: on('link'),
      amazonPay: on('amazon_pay'),
      klarna: on('klarna'),
      paypal: 'never',
    },
    paymentMethodOrder: wallets,
    layout: { maxColumns: 2, maxRows: 0, overflow: 'never' },
    business: { name: label },
  };
}
