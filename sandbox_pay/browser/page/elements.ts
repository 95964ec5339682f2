import type { StripeError, StripePaymentElementOptions } from '@stripe/stripe-js';
import type { BillingDetails, FrameAnswer } from '../messages.ts';
import type { GroupOptions } from './frameOptions.ts';
import { Listeners } from './listeners.ts';
import { IntegrationError } from './origin.ts';
import { PaymentElement } from './paymentElement.ts';

const NOT_MOUNTED = 'elements should have a mounted payment element.';
const GONE = ['paymentMethodTypes'];

/** A group of elements; this storey offers one kind, the payment element. */
export class Elements {
  private readonly listeners = new Listeners();
  private payment: PaymentElement | null = null;
  private submitted = false;

  constructor(
    private readonly publishableKey: string,
    private options: GroupOptions,
  ) {
    refuseGone(options);
  }

  get clientSecret(): string | undefined {
    return this.options.clientSecret;
  }

  create(type: string, options: Partial<StripePaymentElementOptions> = {}): PaymentElement {
    if (type !== 'payment') throw new IntegrationError(`This sandbox offers no ${type} element yet.`);
    if (this.payment) throw new IntegrationError('There can be one payment element in a group of elements.');
    const payment = new PaymentElement(this.publishableKey, this.options, options);
    const destroy = payment.destroy.bind(payment);
    payment.destroy = () => {
      destroy();
      if (this.payment === payment) this.payment = null;
    };
    payment.onChange = () => {
      this.submitted = false;
    };
    this.payment = payment;
    return payment;
  }

  getElement(type: string | object): PaymentElement | null {
    return type === 'payment' ? this.payment : null;
  }

  async update(options: GroupOptions): Promise<void> {
    refuseGone(options);
    this.options = { ...this.options, ...options };
    this.payment?.updateGroup(this.options);
    this.listeners.emit('update-end');
  }

  fetchUpdates(): Promise<{ error?: { message: string } }> {
    return Promise.resolve({});
  }

  on(event: 'update-end', handler: () => void): void {
    this.listeners.on(event, handler);
  }

  /** Check the fields; payment methods can be made only after that, as with Stripe.js. */
  async submit(): Promise<{ error: StripeError } | { selectedPaymentMethod: string }> {
    const answer = await this.mounted().validate();
    this.submitted = answer.error === undefined;
    return answer.error ? { error: answer.error } : { selectedPaymentMethod: 'card' };
  }

  createPaymentMethod(billingDetails: BillingDetails): Promise<FrameAnswer> {
    const payment = this.mounted();
    if (!this.submitted && this.clientSecret === undefined) {
      throw new IntegrationError('elements.submit() must be called before a payment method is created or confirmed.');
    }
    return payment.createPaymentMethod(billingDetails);
  }

  private mounted(): PaymentElement {
    if (!this.payment?.isMounted) throw new IntegrationError(NOT_MOUNTED);
    return this.payment;
  }
}

/** Stripe.js 10 dropped some options; a store that still sends them should hear of it here first. */
function refuseGone(options: object): void {
  const gone = GONE.find((name) => name in options);
  if (gone) throw new IntegrationError(`elements() no longer takes ${gone}: use allowedPaymentMethodTypes.`);
}
