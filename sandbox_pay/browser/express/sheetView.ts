import type { ShippingRate } from '@stripe/stripe-js';
import { Choices } from './choices.ts';
import type { SheetOptions, Shown } from './messages.ts';
import { cardsWith, PLACES, SHOPPER } from './people.ts';
import { SWITCHES } from './switches.ts';
import { WALLETS } from './wallets.ts';

/** What the shopper sees in the wallet's sheet. */
export class SheetView {
  readonly cards = new Choices('card', 'Pay with');
  readonly places = new Choices('place', 'Ship to');
  readonly rates = new Choices('rate', 'Shipping method');
  readonly pay = button('Pay');
  readonly cancel = button('Cancel');
  private readonly banner = paragraph('banner');
  private readonly payee = paragraph('payee');
  private readonly contact = paragraph('contact');
  private readonly sums = document.createElement('table');
  private readonly status = paragraph('status');
  private readonly alert = paragraph('alert');
  private currency = 'usd';

  constructor(root: HTMLElement) {
    this.banner.textContent = 'Sandbox: no real money';
    this.status.setAttribute('role', 'status');
    this.alert.setAttribute('role', 'alert');
    this.pay.className = 'pay';
    const actions = document.createElement('div');
    actions.className = 'actions';
    actions.append(this.status, this.alert, this.pay, this.cancel);
    const { cards, places, rates } = this;
    root.append(this.banner, this.payee, cards.root, places.root, rates.root, this.contact, this.sums);
    root.append(actions);
  }

  open(options: SheetOptions): void {
    this.currency = options.currency;
    this.payee.textContent = options.business ? `To ${options.business}` : '';
    this.contact.textContent = contact(options);
    this.cards.show(accounts(options), '0');
    this.places.show(options.shippingAddressRequired ? places(options) : [], firstPlace(options));
    this.show(options, options.shippingRates[0]?.id ?? '');
  }

  /** Show the sums, and the rates with `rate` chosen. */
  show({ amount, lineItems, shippingRates }: Shown, rate: string): void {
    const items = lineItems.map((item) => this.row(item.name, item.amount));
    const total = this.row('Total', amount);
    total.className = 'total';
    this.sums.replaceChildren(...items, total);
    this.pay.textContent = `Pay ${this.money(amount)}`;
    const offered = this.places.root.hidden ? [] : shippingRates;
    this.rates.show(
      offered.map(({ id, displayName, amount: price, deliveryEstimate }) => ({
        value: id,
        label: `${displayName}, ${this.money(price)}`,
        note: estimate(deliveryEstimate),
      })),
      rate,
    );
  }

  /** Say what the sheet waits for; while it waits nothing can be paid. */
  say(text: string): void {
    this.status.textContent = text;
    this.alert.textContent = '';
  }

  warn(text: string): void {
    this.status.textContent = '';
    this.alert.textContent = text;
  }

  /** Let the shopper pay, or not; a paying sheet can't be changed. */
  allow({ pay, change }: { pay: boolean; change: boolean }): void {
    this.pay.disabled = !pay;
    this.cancel.disabled = !change;
    for (const choices of [this.cards, this.places, this.rates]) choices.root.disabled = !change;
  }

  private row(name: string, amount: number): HTMLTableRowElement {
    const row = document.createElement('tr');
    const head = document.createElement('th');
    head.scope = 'row';
    head.textContent = name;
    const sum = document.createElement('td');
    sum.textContent = this.money(amount);
    row.append(head, sum);
    return row;
  }

  private money(amount: number): string {
    const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: this.currency.toUpperCase() });
    const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
    return format.format(amount / 10 ** digits);
  }
}

/** Return when the wine arrives, as in "3 to 5 business days". */
function estimate(given: ShippingRate['deliveryEstimate']): string {
  if (given === undefined || typeof given === 'string') return given ?? '';
  const { minimum, maximum } = given;
  const unit = (maximum ?? minimum)?.unit.replace('_', ' ');
  const span = [minimum?.value, maximum?.value].filter((value) => value !== undefined).join(' to ');
  return unit ? `${span} ${unit}s` : '';
}

function accounts({ wallet }: SheetOptions): { value: string; label: string; note: string }[] {
  const { method, label } = WALLETS[wallet];
  if (method !== 'card') return [{ value: '0', label: `${label} account`, note: SHOPPER.email }];
  return cardsWith(SWITCHES.card).map(({ number, brand, meaning }, place) => ({
    value: String(place),
    label: `${brand} •••• ${number.slice(-4)}`,
    note: meaning,
  }));
}

function places(options: SheetOptions): { value: string; label: string; note: string; disabled: boolean }[] {
  return PLACES.map(({ label, address }, place) => {
    const { line1, city, state, postal_code: postal, country } = address;
    const disabled = !allowed(options, country);
    const note = disabled
      ? 'Not among the countries of this store.'
      : [line1, city, [state, postal].filter(Boolean).join(' '), country].join(', ');
    return { value: String(place), label, note, disabled };
  });
}

function firstPlace(options: SheetOptions): string {
  return String(PLACES.findIndex(({ address }) => allowed(options, address.country)));
}

function allowed({ allowedShippingCountries: countries }: SheetOptions, country: string): boolean {
  return countries === null || countries.includes(country);
}

function contact({ emailRequired, phoneNumberRequired }: SheetOptions): string {
  const asked = [emailRequired ? SHOPPER.email : '', phoneNumberRequired ? SHOPPER.phone : ''].filter(Boolean);
  return asked.length > 0 ? `Contact: ${asked.join(', ')}` : '';
}

function paragraph(name: string): HTMLParagraphElement {
  const made = document.createElement('p');
  made.className = name;
  return made;
}

function button(text: string): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  return made;
}
