import type { StripeError, StripePaymentElementOptions } from '@stripe/stripe-js';
import type { Answer } from '../http.ts';
import {
  type FrameAnswer,
  type FromFrame,
  isMessage,
  type MethodData,
  type ToFrame,
  type TokenData,
} from '../messages.ts';
import { frameOptions, type GroupOptions, typesOnOffer } from './frameOptions.ts';
import { Listeners } from './listeners.ts';
import { IntegrationError, SANDBOX } from './origin.ts';

const LOAD_TIMEOUT = 15_000;
const UNREACHABLE = {
  type: 'api_connection_error',
  message: 'The payment fields could not be loaded. Please reload the page.',
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
  private chosen = '';
  private ofIntent: string[] | undefined;
  /** Called when what the fields hold changes: what was submitted before no longer holds. */
  onChange: () => void = () => {};

  constructor(
    private readonly publishableKey: string,
    private group: GroupOptions,
    private options: Partial<StripePaymentElementOptions>,
    /** The types that the intent of a client secret takes, when there is one. */
    private readonly intentTypes: Promise<Answer<string[]>> | undefined,
  ) {
    const cards = intentTypes === undefined && String(this.types) === 'card';
    this.frame.title = cards ? 'Secure card payment' : 'Secure payment';
    this.frame.name = 'sandbox-payment-element';
    this.frame.setAttribute('allow', 'payment *');
    Object.assign(this.frame.style, {
      border: '0',
      display: 'block',
      width: 'calc(100% + 8px)',
      margin: '-4px',
      // What a card's fields need: a page that reserves it doesn't move.
      height: cards ? '159px' : '270px',
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
    this.loading = window.setTimeout(() => this.failed(UNREACHABLE), LOAD_TIMEOUT);
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

  /** The type that is chosen. */
  get selected(): string {
    const { types, chosen } = this;
    return types.includes(chosen) ? chosen : (types[0] ?? 'card');
  }

  private get types(): string[] {
    return typesOnOffer(this.group, this.options, this.ofIntent);
  }

  get isMounted(): boolean {
    return this.frame.isConnected;
  }

  /** Check the fields, show what is wrong, and answer with the first problem. */
  validate(): Promise<FrameAnswer> {
    return this.ask((request) => ({ to: 'frame', type: 'validate', request }));
  }

  /** Have the frame turn the fields into a payment method. */
  createPaymentMethod(given: MethodData): Promise<FrameAnswer> {
    const data = sendable(given);
    return this.ask((request) => ({ to: 'frame', type: 'createPaymentMethod', request, data }));
  }

  /** Have the frame turn the fields, and what the store adds, into a confirmation token. */
  createConfirmationToken(given: TokenData): Promise<FrameAnswer> {
    const data = sendable(given);
    return this.ask((request) => ({ to: 'frame', type: 'createConfirmationToken', request, data }));
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
    const options = frameOptions(this.group, this.options, this.types, this.publishableKey);
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
        void this.begin();
        break;
      case 'resize':
        this.frame.style.height = `${message.height}px`;
        break;
      case 'change':
        this.changed(message);
        break;
      case 'answer':
        this.waiting.get(message.request)?.(message.answer);
        this.waiting.delete(message.request);
        break;
      default:
        this.emit(message.type);
    }
  }

  private async begin(): Promise<void> {
    const found = await this.intentTypes;
    window.clearTimeout(this.loading);
    if (!this.isMounted) return;
    if (found?.error) return this.failed(found.error);
    this.ofIntent = found?.value;
    this.loaded = true;
    this.tellOptions();
  }

  private changed({ empty, complete, method }: Extract<FromFrame, { type: 'change' }>): void {
    this.chosen = method;
    this.onChange();
    this.emit('change', { empty, complete, collapsed: false, value: { type: method } });
  }

  private failed(error: StripeError): void {
    this.emit('loaderror', { error: { ...error } });
  }

  private emit(event: string, detail: object = {}): void {
    this.listeners.emit(event, { elementType: 'payment', ...detail });
  }
}

/** Return a copy that can be sent to a frame, whatever the store put into it. */
function sendable<T>(given: T): T {
  return JSON.parse(JSON.stringify(given)) as T;
}
