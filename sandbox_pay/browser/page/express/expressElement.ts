import type {
  ClickResolveDetails,
  ExpressPaymentType,
  StripeError,
  StripeExpressCheckoutElement,
  StripeExpressCheckoutElementAvailablePaymentMethodsChangeEvent,
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
  StripeExpressCheckoutElementReadyEvent,
  StripeExpressCheckoutElementShippingAddressChangeEvent,
  StripeExpressCheckoutElementShippingRateChangeEvent,
  StripeExpressCheckoutElementUpdateOptions,
} from '@stripe/stripe-js';
import type { FromButtons, SheetOptions, ToButtons } from '../../express/messages.ts';
import { available, availableNow } from '../../express/wallets.ts';
import { type FrameAnswer, isMessage, type TokenData } from '../../messages.ts';
import type { GroupOptions } from '../frameOptions.ts';
import { Listeners } from '../listeners.ts';
import { IntegrationError, SANDBOX } from '../origin.ts';
import { buttonOptions, walletsOnOffer } from './buttonOptions.ts';
import { checkClick, checkOptions, checkShown } from './checks.ts';
import { WalletSheet } from './sheet.ts';

const LOAD_TIMEOUT = 15_000;
/** Milliseconds in which the store answers a click; later the browser would not open a wallet any more. */
const CLICK_TIME = 1000;
const UNREACHABLE = {
  type: 'api_connection_error',
  message: 'The express checkout buttons could not be loaded. Please reload the page.',
} as const;
/** The events by name, as Stripe's types describe them. */
interface Events {
  ready: Omit<StripeExpressCheckoutElementReadyEvent, 'elementType'>;
  click: Omit<StripeExpressCheckoutElementClickEvent, 'elementType'>;
  confirm: StripeExpressCheckoutElementConfirmEvent;
  shippingaddresschange: StripeExpressCheckoutElementShippingAddressChangeEvent;
  shippingratechange: StripeExpressCheckoutElementShippingRateChangeEvent;
  availablepaymentmethodschange: Omit<StripeExpressCheckoutElementAvailablePaymentMethodsChangeEvent, 'elementType'>;
  loaderror: { error: StripeError };
  cancel: object;
  focus: object;
  blur: object;
  escape: object;
}

/** The express checkout element: a frame of buttons, and a sheet for the wallet that is clicked. */
export class ExpressElement implements StripeExpressCheckoutElement {
  private readonly frame = document.createElement('iframe');
  private readonly listeners = new Listeners();
  private options: StripeExpressCheckoutElementOptions;
  private wallets: ExpressPaymentType[] | null = null;
  private sheet: WalletSheet | null = null;
  private wallet: ExpressPaymentType = 'link';
  /** The time limit of a click that the store has not answered yet. */
  private clicked = 0;
  private loading = 0;
  /** The wallets that the store knows of; null until the buttons stand. */
  private announced: string | null = null;
  private destroyed = false;

  constructor(
    private readonly publishableKey: string,
    private readonly group: () => GroupOptions,
    options: StripeExpressCheckoutElementOptions,
  ) {
    checkOptions(options);
    checkGroup(group());
    this.options = options;
    this.frame.title = 'Express checkout buttons';
    this.frame.name = 'sandbox-express-buttons';
    this.frame.setAttribute('allow', 'payment *');
    Object.assign(this.frame.style, { border: '0', display: 'block', width: 'calc(100% + 8px)', margin: '-4px' });
    this.frame.style.height = `${(options.buttonHeight ?? 44) + 8}px`;
    this.frame.style.colorScheme = 'light';
    this.frame.src = `${SANDBOX}/sandbox/express?origin=${encodeURIComponent(location.origin)}`;
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
    this.loading = window.setTimeout(() => this.emit('loaderror', { error: { ...UNREACHABLE } }), LOAD_TIMEOUT);
  }

  unmount(): void {
    window.clearTimeout(this.loading);
    window.clearTimeout(this.clicked);
    window.removeEventListener('message', this.heard);
    this.sheet?.close();
    this.frame.remove();
    this.clicked = 0;
    this.wallets = null;
    this.announced = null;
  }

  destroy(): void {
    this.unmount();
    this.destroyed = true;
  }

  update(options: StripeExpressCheckoutElementUpdateOptions): this {
    const merged = { ...this.options, ...options };
    checkOptions(merged);
    this.options = merged;
    this.tellOptions();
    return this;
  }

  /** Follow a change of the group: its types decide which wallets there are. */
  updateGroup(): void {
    this.tellOptions();
    if (this.announced !== null && this.announced !== String(this.offered)) this.tellAvailable();
  }

  focus(): void {
    this.frame.focus();
    this.tell({ to: 'buttons', type: 'focus' });
  }

  blur(): void {
    this.tell({ to: 'buttons', type: 'blur' });
  }

  /** There is nothing to be cleared. */
  clear(): void {}

  /** The wallet whose payment the shopper has confirmed; null while none waits for the store. */
  get confirmed(): ExpressPaymentType | null {
    return this.sheet?.confirming ? this.wallet : null;
  }

  createConfirmationToken(data: TokenData): Promise<FrameAnswer> {
    if (!this.sheet?.confirming) throw new IntegrationError('The shopper has not confirmed a payment in a wallet.');
    return this.sheet.createConfirmationToken(data);
  }

  private get offered(): ExpressPaymentType[] {
    return walletsOnOffer(this.group(), this.options, this.wallets ?? []);
  }

  private tell(message: ToButtons): void {
    this.frame.contentWindow?.postMessage(message, SANDBOX);
  }

  private tellOptions(): void {
    if (!this.wallets) return;
    const options = buttonOptions(this.group(), this.options, this.wallets);
    this.tell({ to: 'buttons', type: 'options', options });
  }

  private tellAvailable(): void {
    this.announced = String(this.offered);
    this.emit('availablepaymentmethodschange', { paymentMethods: availableNow(this.offered) });
  }

  private readonly heard = (event: MessageEvent<unknown>): void => {
    if (event.origin !== SANDBOX || event.source !== this.frame.contentWindow) return;
    if (isMessage<FromButtons>(event.data, 'from', 'buttons')) this.obey(event.data);
  };

  private obey(message: FromButtons): void {
    switch (message.type) {
      case 'loaded':
        this.begin(message);
        break;
      case 'shown':
        this.announce();
        break;
      case 'resize':
        this.frame.style.height = `${this.offered.length === 0 ? 0 : message.height}px`;
        break;
      case 'click':
        this.click(message.wallet);
        break;
      default:
        this.emit(message.type, {});
    }
  }

  private begin({ wallets, failed }: Extract<FromButtons, { type: 'loaded' }>): void {
    window.clearTimeout(this.loading);
    if (failed) {
      this.emit('loaderror', { error: { ...UNREACHABLE } });
    } else {
      this.wallets = wallets;
      this.tellOptions();
    }
  }

  private announce(): void {
    if (this.announced !== null) return;
    this.emit('ready', { availablePaymentMethods: available(this.offered) });
    this.tellAvailable();
  }

  /** Ask the store about a click. What it answers too late opens no sheet. */
  private click(wallet: ExpressPaymentType): void {
    if (this.clicked || this.sheet) return;
    const begun = window.setTimeout(() => this.endClick(begun), CLICK_TIME);
    this.clicked = begun;
    const answer = (give: () => void): void => {
      if (this.clicked !== begun) throw new IntegrationError(LATE);
      this.endClick(begun);
      give();
    };
    this.emit('click', {
      expressPaymentType: wallet,
      resolve: (details = {}) => answer(() => this.openSheet(wallet, details)),
      reject: () => answer(() => {}),
    });
  }

  private endClick(begun: number): void {
    window.clearTimeout(begun);
    if (this.clicked === begun) this.clicked = 0;
  }

  private openSheet(wallet: ExpressPaymentType, details: ClickResolveDetails): void {
    checkClick(details);
    const options = this.sheetOptions(wallet, details);
    checkShown(options, options.shippingRates[0]?.id ?? '', options.shippingAddressRequired);
    this.wallet = wallet;
    this.sheet = new WalletSheet(
      JSON.parse(JSON.stringify(options)) as SheetOptions,
      () => this.group().amount ?? 0,
      {
        address: ({ name, address }, question) => this.emit('shippingaddresschange', { name, address, ...question }),
        rate: (shippingRate, question) => this.emit('shippingratechange', { shippingRate, ...question }),
        confirm: (agreed, paymentFailed) =>
          this.emit('confirm', { ...agreed, expressPaymentType: wallet, paymentFailed }),
        cancel: () => this.emit('cancel', {}),
      },
      () => {
        this.sheet = null;
        this.focus();
      },
    );
  }

  private sheetOptions(wallet: ExpressPaymentType, details: ClickResolveDetails): SheetOptions {
    const { amount = 0, currency = '' } = this.group();
    const asked = { ...this.options, ...details };
    return {
      wallet,
      publishableKey: this.publishableKey,
      business: asked.business?.name ?? '',
      amount,
      currency,
      lineItems: asked.lineItems ?? [],
      shippingRates: asked.shippingRates ?? [],
      shippingAddressRequired: asked.shippingAddressRequired ?? false,
      emailRequired: asked.emailRequired ?? false,
      phoneNumberRequired: asked.phoneNumberRequired ?? false,
      allowedShippingCountries: asked.allowedShippingCountries ?? null,
    };
  }

  private emit<Name extends keyof Events>(event: Name, detail: Events[Name]): void {
    this.listeners.emit(event, { elementType: 'expressCheckout', ...detail });
  }
}

const LATE = `The click event: resolve() or reject() was called too late, or twice. It must be called within ${CLICK_TIME} ms.`;

function checkGroup({ mode, amount, currency }: GroupOptions): void {
  if (mode === undefined || amount === undefined || currency === undefined) {
    throw new IntegrationError('The expressCheckout element needs elements() with a mode, an amount and a currency.');
  }
}
