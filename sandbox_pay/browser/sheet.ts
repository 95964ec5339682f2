import './sheet.css';
import type { Agreed, Failure, FromSheet, SheetOptions, Shown, ToSheet } from './express/messages.ts';
import { BILLING, cardsWith, PLACES, redacted, SHOPPER } from './express/people.ts';
import { SheetView } from './express/sheetView.ts';
import { pause, type SheetStep, SWITCHES } from './express/switches.ts';
import { createToken } from './express/token.ts';
import { WALLETS } from './express/wallets.ts';
import { isMessage } from './messages.ts';

/** The page of a wallet's sheet: it asks the store's page about addresses and rates, and shows what that answers. */
const store = document.documentElement.dataset.storeOrigin ?? '';
const view = new SheetView(document.getElementById('sheet') as HTMLElement);
const FAILURES: Record<NonNullable<Failure['reason']>, string> = {
  fail: 'The payment failed.',
  invalid_shipping_address: 'The shipping address is not valid.',
  invalid_billing_address: 'The billing address is not valid.',
  invalid_payment_data: 'The payment details are not valid.',
  address_unserviceable: 'The store does not ship to this address.',
};

let options: SheetOptions | null = null;
let shown: Shown = { amount: 0, lineItems: [], shippingRates: [] };
let rate = '';
let requests = 0;
/** The question that the store's page is to answer; 0 for none. */
let asked = 0;
let before: { rate: string } | null = null;
let agreed: Agreed | null = null;

function tell(message: FromSheet): void {
  if (window.parent !== window) window.parent.postMessage(message, store);
}

function heard(message: ToSheet): void {
  switch (message.type) {
    case 'open':
      open(message.options);
      break;
    case 'changed':
      if (message.request === asked) changed(message.shown);
      break;
    case 'refused':
      if (message.request === asked) refused(message.late);
      break;
    case 'failed':
      failed(message.failure);
      break;
    case 'createConfirmationToken':
      void answerWithToken(message);
  }
}

function open(given: SheetOptions): void {
  options = given;
  shown = given;
  rate = given.shippingRates[0]?.id ?? '';
  view.open(given);
  if (given.shippingAddressRequired) void askAboutAddress();
  else ready();
}

function ready(): void {
  asked = 0;
  view.say('');
  view.allow({ pay: true, change: true });
}

/** Close the sheet if the switches say so for this step: the store's page has just been told of it. */
function closeAt(step: SheetStep): void {
  if (SWITCHES.close_at === step) tell({ from: 'sheet', type: 'cancel' });
}

function ask(words: string): number {
  requests += 1;
  asked = requests;
  view.say(words);
  view.allow({ pay: false, change: true });
  return requests;
}

async function askAboutAddress(): Promise<void> {
  const place = PLACES[Number(view.places.value)];
  if (!options || !place) return view.warn('The store ships to none of your addresses.');
  before = null;
  const request = ask('Asking the store about this address…');
  const address = redacted(options.wallet, place.address);
  await pause('address');
  if (request !== asked) return;
  tell({ from: 'sheet', type: 'address', request, name: SHOPPER.name, address });
  closeAt('address');
}

async function askAboutRate(chosen: string): Promise<void> {
  before = { rate };
  rate = chosen;
  const request = ask('Asking the store about this shipping method…');
  await pause('rate');
  if (request !== asked) return;
  tell({ from: 'sheet', type: 'rate', request, rate });
  closeAt('rate');
}

function changed(now: Shown): void {
  shown = now;
  // After a new address, and when the chosen rate is gone, the first one is chosen.
  if (!before || !shown.shippingRates.some(({ id }) => id === rate)) rate = shown.shippingRates[0]?.id ?? '';
  view.show(shown, rate);
  ready();
}

function refused(late: boolean): void {
  asked = 0;
  if (before) {
    rate = before.rate;
    view.show(shown, rate);
    ready();
  }
  const what = before ? 'by this shipping method' : 'to this address';
  view.warn(late ? 'The store does not answer. Please try again.' : `The store does not ship ${what}.`);
}

async function confirm(): Promise<void> {
  if (!options) return;
  view.say('Processing…');
  view.allow({ pay: false, change: false });
  agreed = agreement(options);
  await pause('confirm');
  tell({ from: 'sheet', type: 'confirm', agreed });
  closeAt('confirm');
}

/** Return what the shopper has agreed to, the addresses with their streets now. */
function agreement({ shippingAddressRequired, emailRequired, phoneNumberRequired }: SheetOptions): Agreed {
  const place = PLACES[Number(view.places.value)];
  const chosen = shown.shippingRates.find(({ id }) => id === rate);
  return {
    billingDetails: {
      name: SHOPPER.name,
      ...(emailRequired ? { email: SHOPPER.email } : {}),
      ...(phoneNumberRequired ? { phone: SHOPPER.phone } : {}),
      address: BILLING,
    },
    ...(shippingAddressRequired && place ? { shippingAddress: { name: SHOPPER.name, address: place.address } } : {}),
    ...(shippingAddressRequired && chosen ? { shippingRate: chosen } : {}),
  };
}

function failed({ reason = 'fail', message }: Failure): void {
  agreed = null;
  ready();
  view.warn(message || FAILURES[reason]);
}

async function answerWithToken(message: Extract<ToSheet, { type: 'createConfirmationToken' }>): Promise<void> {
  if (!options || !agreed) return;
  const held = WALLETS[options.wallet].method === 'card' ? cardsWith(SWITCHES.card)[Number(view.cards.value)] : null;
  const answer = await createToken({ ...message, options, agreed, card: held?.number ?? '' });
  tell({ from: 'sheet', type: 'answer', request: message.request, answer });
}

function cancel(): void {
  if (!view.cancel.disabled) tell({ from: 'sheet', type: 'cancel' });
}

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  if (event.origin !== store || event.source !== window.parent) return;
  if (isMessage<ToSheet>(event.data, 'to', 'sheet')) heard(event.data);
});
view.places.onChoose = () => void askAboutAddress();
view.rates.onChoose = (chosen) => void askAboutRate(chosen);
view.pay.addEventListener('click', () => void confirm());
view.cancel.addEventListener('click', cancel);
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') cancel();
});
void pause('click').then(() => tell({ from: 'sheet', type: SWITCHES.close_at === 'click' ? 'cancel' : 'loaded' }));
