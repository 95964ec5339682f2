import type {
  PaymentIntent,
  SetupIntent,
  StripeError,
  StripeExpressCheckoutElementOptions,
  StripePaymentElementOptions,
} from '@stripe/stripe-js';
import type { Answer } from '../http.ts';
import type { FrameAnswer, MethodData, TokenData } from '../messages.ts';
import { ExpressElement } from './express/expressElement.ts';
import { CLOSED } from './express/sheet.ts';
import { type GroupOptions, isSetup } from './frameOptions.ts';
import { Intents, PAYMENTS, SETUPS } from './intents.ts';
import { Listeners } from './listeners.ts';
import { IntegrationError } from './origin.ts';
import { PaymentElement } from './paymentElement.ts';

const NOT_MOUNTED = 'elements should have a mounted payment element.';
const UNCHECKED = 'elements.submit() must be called before a payment method is created or confirmed.';
const GONE = ['paymentMethodTypes'];

/** A group of elements: a payment element, an express checkout element, or both. */
export class Elements {
  private readonly listeners = new Listeners();
  private payment: PaymentElement | null = null;
  private express: ExpressElement | null = null;
  private submitted = false;
  private submittedWallet = false;

  constructor(
    private readonly publishableKey: string,
    private options: GroupOptions,
  ) {
    refuseGone(options);
  }

  get clientSecret(): string | undefined {
    return this.options.clientSecret;
  }

  create(type: string, options: object = {}): PaymentElement | ExpressElement {
    if (type === 'payment') return this.createPayment(options);
    if (type === 'expressCheckout') return this.createExpress(options);
    throw new IntegrationError(`This sandbox offers no ${type} element yet.`);
  }

  private createExpress(options: StripeExpressCheckoutElementOptions): ExpressElement {
    if (this.express) throw new IntegrationError('There can be one expressCheckout element in a group of elements.');
    const express = new ExpressElement(this.publishableKey, () => this.options, options);
    const destroy = express.destroy.bind(express);
    express.destroy = () => {
      destroy();
      if (this.express === express) this.express = null;
    };
    this.express = express;
    return express;
  }

  private createPayment(options: Partial<StripePaymentElementOptions>): PaymentElement {
    if (this.payment) throw new IntegrationError('There can be one payment element in a group of elements.');
    const payment = new PaymentElement(this.publishableKey, this.options, options, this.typesOfIntent());
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

  getElement(type: string | object): PaymentElement | ExpressElement | null {
    if (type === 'expressCheckout') return this.express;
    return type === 'payment' ? this.payment : null;
  }

  async update(options: GroupOptions): Promise<void> {
    refuseGone(options);
    this.options = { ...this.options, ...options };
    this.payment?.updateGroup(this.options);
    this.express?.updateGroup();
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
    const wallet = this.express?.confirmed;
    if (wallet) {
      this.submittedWallet = true;
      return { selectedPaymentMethod: wallet };
    }
    if (this.express && !this.payment) return { error: { ...CLOSED } };
    const answer = await this.mounted().validate();
    this.submitted = answer.error === undefined;
    return answer.error ? { error: answer.error } : { selectedPaymentMethod: this.mounted().selected };
  }

  createPaymentMethod(data: MethodData): Promise<FrameAnswer> {
    return this.checked().createPaymentMethod(data);
  }

  createConfirmationToken(data: TokenData): Promise<FrameAnswer> {
    const whole = { ...data, setup_future_usage: this.futureUsage };
    const submitted = this.submittedWallet;
    this.submittedWallet = false;
    if (!this.express?.confirmed) {
      if (submitted) return Promise.resolve({ error: { ...CLOSED } });
      return this.checked().createConfirmationToken(whole);
    }
    if (!submitted) throw new IntegrationError(UNCHECKED);
    return this.express.createConfirmationToken(whole);
  }

  private typesOfIntent(): Promise<Answer<string[]>> | undefined {
    const secret = this.clientSecret;
    if (secret === undefined) return undefined;
    const found: Promise<Answer<PaymentIntent | SetupIntent>> = isSetup(this.options)
      ? new Intents(this.publishableKey, SETUPS).retrieve(secret)
      : new Intents(this.publishableKey, PAYMENTS).retrieve(secret);
    return found.then((answer) => (answer.error ? answer : { value: answer.value.payment_method_types }));
  }

  private get futureUsage(): string | null {
    return this.options.setupFutureUsage ?? (isSetup(this.options) ? 'off_session' : null);
  }

  /** Return the element whose fields were checked by `submit`, which deferred intents ask for. */
  private checked(): PaymentElement {
    const payment = this.mounted();
    if (!this.submitted && this.clientSecret === undefined) {
      throw new IntegrationError(UNCHECKED);
    }
    return payment;
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
