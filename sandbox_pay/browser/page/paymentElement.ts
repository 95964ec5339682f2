import type { StripePaymentElementOptions } from '@stripe/stripe-js';
import { type BillingDetails, type FrameAnswer, type FromFrame, isMessage, type ToFrame } from '../messages.ts';
import { frameOptions, type GroupOptions } from './frameOptions.ts';
import { Listeners } from './listeners.ts';
import { IntegrationError, SANDBOX } from './origin.ts';

const LOAD_TIMEOUT = 15_000;
const UNREACHABLE = {
  type: 'api_connection_error',
  message: 'The card fields could not be loaded. Please reload the page.',
} as const;

/** The payment element as the store's page holds it: a frame of the provider's origin, and messages to and fro. */
export class PaymentElement {
  private readonly frame = document.createElement('iframe');
  private readonly listeners = new Listeners();
  private readonly waiting = new Map<number, (answer: FrameAnswer) => void>();
  private requests = 0;
  private loading = 0;
  private loaded = false;
  private destroyed = false;
  /** Called when the card changes: what was submitted before no longer holds. */
  onChange: () => void = () => {};

  constructor(
    private readonly publishableKey: string,
    private group: GroupOptions,
    private options: Partial<StripePaymentElementOptions>,
  ) {
    this.frame.title = 'Secure card payment';
    this.frame.name = 'sandbox-payment-element';
    this.frame.setAttribute('allow', 'payment *');
    Object.assign(this.frame.style, {
      border: '0',
      display: 'block',
      width: 'calc(100% + 8px)',
      margin: '-4px',
      height: '270px',
    });
    this.frame.src = `${SANDBOX}/sandbox/element?origin=${encodeURIComponent(location.origin)}`;
  }

  on(event: string, handler: (event: never) => unknown): this {
    this.listeners.on(event, handler);
    return this;
  }

  once(event: string, handler: (event: never) => unknown): this {
    this.listeners.once(event, handler);
    return this;
  }

  off(event: string, handler?: (event: never) => unknown): this {
    this.listeners.off(event, handler);
    return this;
  }

  mount(place: string | HTMLElement): void {
    const parent = typeof place === 'string' ? document.querySelector(place) : place;
    if (this.destroyed) throw new IntegrationError('This element was destroyed: create a new one.');
    if (!parent) throw new IntegrationError(`There is no element on the page that matches ${String(place)}.`);
    window.addEventListener('message', this.heard);
    parent.append(this.frame);
    this.emit('loaderstart');
    this.loading = window.setTimeout(() => this.failed(), LOAD_TIMEOUT);
  }

  unmount(): void {
    window.clearTimeout(this.loading);
    window.removeEventListener('message', this.heard);
    this.frame.remove();
    this.loaded = false;
    for (const [request, answer] of this.waiting) {
      this.waiting.delete(request);
      answer({ error: { ...UNREACHABLE } });
    }
  }

  destroy(): void {
    this.unmount();
    this.destroyed = true;
  }

  update(options: Partial<StripePaymentElementOptions>): this {
    this.options = { ...this.options, ...options };
    this.tellOptions();
    return this;
  }

  updateGroup(group: GroupOptions): void {
    this.group = group;
    this.tellOptions();
  }

  focus(): void {
    this.frame.focus();
    this.tell({ to: 'frame', type: 'focus' });
  }

  blur(): void {
    this.tell({ to: 'frame', type: 'blur' });
  }

  clear(): void {
    this.tell({ to: 'frame', type: 'clear' });
  }

  collapse(): this {
    return this;
  }

  get isMounted(): boolean {
    return this.frame.isConnected;
  }

  /** Check the fields, show what is wrong, and answer with the first problem. */
  validate(): Promise<FrameAnswer> {
    return this.ask((request) => ({ to: 'frame', type: 'validate', request }));
  }

  /** Have the frame turn the card into a payment method. */
  createPaymentMethod(billingDetails: BillingDetails): Promise<FrameAnswer> {
    const details = JSON.parse(JSON.stringify(billingDetails)) as BillingDetails;
    return this.ask((request) => ({ to: 'frame', type: 'createPaymentMethod', request, billingDetails: details }));
  }

  private ask(message: (request: number) => ToFrame): Promise<FrameAnswer> {
    if (!this.loaded) return Promise.resolve({ error: { ...UNREACHABLE } });
    this.requests += 1;
    const request = this.requests;
    return new Promise((resolve) => {
      this.waiting.set(request, resolve);
      this.tell(message(request));
    });
  }

  private tell(message: ToFrame): void {
    this.frame.contentWindow?.postMessage(message, SANDBOX);
  }

  private tellOptions(): void {
    if (!this.loaded) return;
    const options = frameOptions(this.group, this.options, this.publishableKey);
    // A frame is transparent only when its scheme is that of the element around it.
    this.frame.style.colorScheme = options.appearance.theme === 'night' ? 'dark' : 'light';
    this.tell({ to: 'frame', type: 'options', options });
  }

  private readonly heard = (event: MessageEvent<unknown>): void => {
    if (event.origin !== SANDBOX || event.source !== this.frame.contentWindow) return;
    if (isMessage<FromFrame>(event.data, 'from', 'frame')) this.obey(event.data);
  };

  private obey(message: FromFrame): void {
    switch (message.type) {
      case 'loaded':
        window.clearTimeout(this.loading);
        this.loaded = true;
        this.tellOptions();
        break;
      case 'resize':
        this.frame.style.height = `${message.height}px`;
        break;
      case 'change':
        this.changed(message.empty, message.complete);
        break;
      case 'answer':
        this.waiting.get(message.request)?.(message.answer);
        this.waiting.delete(message.request);
        break;
      default:
        this.emit(message.type);
    }
  }

  private changed(empty: boolean, complete: boolean): void {
    this.onChange();
    this.emit('change', { empty, complete, collapsed: false, value: { type: 'card' } });
  }

  private failed(): void {
    this.emit('loaderror', { error: { ...UNREACHABLE } });
  }

  private emit(event: string, detail: object = {}): void {
    this.listeners.emit(event, { elementType: 'payment', ...detail });
  }
}
