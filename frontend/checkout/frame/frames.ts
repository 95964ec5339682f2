import type { Frame } from '../../lib/pages';
import { CheckoutFooter } from './CheckoutFooter';
import { CheckoutHeader } from './CheckoutHeader';
import { PaymentHeader } from './PaymentHeader';

/** What stands around a checkout, in place of the shop. */
export const CHECKOUT_FRAME: Frame = { Header: CheckoutHeader, Footer: CheckoutFooter };

/** What stands around the payment of an order that exists. */
export const PAYMENT_FRAME: Frame = { Header: PaymentHeader, Footer: CheckoutFooter };
