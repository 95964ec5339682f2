import type { ChangeResolveDetails, ShippingRate } from '@stripe/stripe-js';
import type { Agreed, Failure, FromSheet, SheetOptions, Shown, ToSheet } from '../../express/messages.ts';
import { WALLETS } from '../../express/wallets.ts';
import { type FrameAnswer, isMessage, type TokenData } from '../../messages.ts';
import { type OpenFrame, openFrame } from '../dialog.ts';
import { IntegrationError, SANDBOX } from '../origin.ts';
import { checkChange, checkShown } from './checks.ts';

/** Milliseconds in which the store answers a change of the address or the rate. */
const ANSWER_TIME = 30_000;
/** Milliseconds in which the store makes a token after the shopper has confirmed. */
const TOKEN_TIME = 30_000;
/** The answer to what asks for a payment that was not confirmed in a wallet, or in one that is closed by now. */
export const CLOSED = {
  type: 'validation_error',
  message: 'The wallet was closed before the payment was confirmed.',
} as const;

export interface Question {
  resolve: (details?: ChangeResolveDetails) => void;
  reject: () => void;
}

/** What the element does with the sheet's news. */
export interface SheetEvents {
  address: (message: Extract<FromSheet, { type: 'address' }>, question: Question) => void;
  rate: (rate: ShippingRate, question: Question) => void;
  confirm: (agreed: Agreed, paymentFailed: (failure?: Failure) => void) => void;
  cancel: () => void;
}

/** The one sheet that can be open on a page. */
let current: WalletSheet | null = null;

/** Close the sheet without a word: the payment goes on elsewhere, as with a bank's question. */
export function closeSheet(): void {
  current?.close();
}

/** A wallet's sheet as the store's page holds it. */
export class WalletSheet {
  private readonly open: OpenFrame;
  private readonly waiting = new Map<number, (answer: FrameAnswer) => void>();
  private shown: Shown;
  private requests = 0;
  /** The question that the sheet waits for: an answer to an earlier one comes to nothing. */
  private asked = 0;
  private timer = 0;
  private closed = false;
  /** Whether the shopper has confirmed, and the store has not said yet that the payment failed. */
  confirming = false;

  constructor(
    private readonly options: SheetOptions,
    private readonly amountNow: () => number,
    private readonly events: SheetEvents,
    private readonly onClose: () => void,
  ) {
    this.shown = options;
    const title = WALLETS[options.wallet].label;
    const names = { title, frame: `${title}: your payment`, name: 'sandbox-express-sheet' };
    this.open = openFrame(`${SANDBOX}/sandbox/sheet`, names, this.heard, () => this.dismiss());
    current = this;
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.confirming = false;
    window.clearTimeout(this.timer);
    if (current === this) current = null;
    this.open.close();
    this.onClose();
    for (const answer of this.waiting.values()) answer({ error: { ...CLOSED } });
  }

  /** Have the sheet make a token of what the shopper agreed to. */
  createConfirmationToken(data: TokenData): Promise<FrameAnswer> {
    const amount = this.amountNow();
    if (amount !== this.shown.amount) {
      throw new IntegrationError(`The sheet showed ${this.shown.amount}, but the amount of the elements is ${amount}.`);
    }
    window.clearTimeout(this.timer);
    this.requests += 1;
    const request = this.requests;
    return new Promise((resolve) => {
      this.waiting.set(request, resolve);
      const { currency } = this.options;
      this.tell({ to: 'sheet', type: 'createConfirmationToken', request, data: sendable(data), amount, currency });
    });
  }

  private dismiss(): void {
    // A payment that is under way can't be called back.
    if (!this.confirming) this.cancel();
  }

  private cancel(): void {
    if (this.closed) return;
    this.close();
    this.events.cancel();
  }

  private tell(message: ToSheet): void {
    this.open.frame.contentWindow?.postMessage(message, SANDBOX);
  }

  private readonly heard = (data: unknown): void => {
    if (this.closed || !isMessage<FromSheet>(data, 'from', 'sheet')) return;
    switch (data.type) {
      case 'loaded':
        this.tell({ to: 'sheet', type: 'open', options: this.options });
        break;
      case 'cancel':
        this.cancel();
        break;
      case 'address':
        this.events.address(data, this.question('shippingaddresschange', data.request, null));
        break;
      case 'rate':
        this.askAboutRate(data);
        break;
      case 'confirm':
        this.confirm(data.agreed);
        break;
      case 'answer':
        this.waiting.get(data.request)?.(data.answer);
        this.waiting.delete(data.request);
    }
  };

  private askAboutRate({ request, rate: id }: Extract<FromSheet, { type: 'rate' }>): void {
    const rate = this.shown.shippingRates.find((each) => each.id === id);
    if (rate) this.events.rate(rate, this.question('shippingratechange', request, id));
  }

  /** Return the answers that the store may give, once and in time; `chosen` is the rate in question. */
  private question(event: string, request: number, chosen: string | null): Question {
    let state: 'open' | 'answered' | 'late' = 'open';
    this.asked = request;
    const timer = window.setTimeout(() => {
      state = 'late';
      this.tell({ to: 'sheet', type: 'refused', request, late: true });
    }, ANSWER_TIME);
    const answer = (give: () => void): void => {
      window.clearTimeout(timer);
      if (this.closed || request !== this.asked) return;
      if (state !== 'open') throw new IntegrationError(tooLate(event, state));
      give();
      state = 'answered';
    };
    return {
      resolve: (details = {}) => answer(() => this.change(event, request, chosen, details)),
      reject: () => answer(() => this.tell({ to: 'sheet', type: 'refused', request, late: false })),
    };
  }

  private change(event: string, request: number, chosen: string | null, details: ChangeResolveDetails): void {
    checkChange(event, details);
    const { lineItems = this.shown.lineItems, shippingRates = this.shown.shippingRates } = details;
    const shown = { amount: this.amountNow(), lineItems, shippingRates };
    const kept = shippingRates.find(({ id }) => id === chosen) ?? shippingRates[0];
    checkShown(shown, kept?.id ?? '', true);
    this.shown = shown;
    this.tell({ to: 'sheet', type: 'changed', request, shown: sendable(shown) });
  }

  private confirm(agreed: Agreed): void {
    this.confirming = true;
    this.timer = window.setTimeout(() => this.cancel(), TOKEN_TIME);
    this.events.confirm(agreed, (failure = {}) => {
      if (!this.confirming) return;
      this.confirming = false;
      window.clearTimeout(this.timer);
      this.tell({ to: 'sheet', type: 'failed', failure: sendable(failure) });
    });
  }
}

function tooLate(event: string, state: 'answered' | 'late'): string {
  const reason = state === 'late' ? `after more than ${ANSWER_TIME / 1000} seconds` : 'for the second time';
  return `The ${event} event: resolve() or reject() was called ${reason}.`;
}

/** Return a copy that can be sent to a frame, whatever the store put into it. */
function sendable<T>(given: T): T {
  return JSON.parse(JSON.stringify(given)) as T;
}
