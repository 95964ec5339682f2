import { brandOf } from '../card/brands.ts';
import { expiryProblem, formattedExpiry, parsedExpiry } from '../card/expiry.ts';
import { iconOf } from '../card/icons.ts';
import { digitsOf, grouped, numberProblem } from '../card/number.ts';
import type { FrameOptions } from '../messages.ts';
import type { Problem } from '../problems.ts';
import { countrySelect } from './countries.ts';
import { Field } from './field.ts';
import type { Given, Panel, PanelState } from './panel.ts';

const POSTAL_NAMES: Record<string, string> = { US: 'ZIP code' };

/** The card fields. */
export class CardForm implements Panel {
  readonly type = 'card';
  readonly label = 'Card';
  readonly root = document.createElement('div');
  onChange: () => void = () => {};
  private readonly icon = document.createElement('img');
  private readonly country = countrySelect('country');
  private readonly terms = document.createElement('p');
  private readonly place = document.createElement('div');
  private readonly number: Field;
  private readonly expiry: Field;
  private readonly code: Field;
  private readonly postal: Field;
  private withPostal = false;
  private withCountry = false;

  constructor() {
    this.number = new Field({
      id: 'number',
      label: 'Card number',
      autocomplete: 'cc-number',
      placeholder: '1234 1234 1234 1234',
      inputMode: 'numeric',
      problem: (text) => numberProblem(digitsOf(text)),
      format: (text) => grouped(digitsOf(text)),
    });
    this.expiry = new Field({
      id: 'expiry',
      label: 'Expiration date',
      autocomplete: 'cc-exp',
      placeholder: 'MM / YY',
      inputMode: 'numeric',
      problem: (text) => expiryProblem(text, new Date()),
      format: formattedExpiry,
    });
    this.code = new Field({
      id: 'cvc',
      label: 'Security code',
      autocomplete: 'cc-csc',
      placeholder: 'CVC',
      inputMode: 'numeric',
      problem: (text) => (text.length < this.brand.codeLength ? 'incomplete_cvc' : null),
      format: (text) => text.replace(/\D/g, '').slice(0, this.brand.codeLength),
    });
    this.postal = new Field({
      id: 'postal',
      label: 'ZIP code',
      autocomplete: 'billing postal-code',
      placeholder: '12345',
      inputMode: 'text',
      problem: (text) => this.postalProblem(text),
      format: (text) => text.toUpperCase().slice(0, 10),
    });
    this.build();
    this.listen();
  }

  private build(): void {
    this.root.className = 'Form';
    this.root.setAttribute('role', 'group');
    this.root.setAttribute('aria-label', this.label);
    this.icon.className = 'Brand';
    this.icon.width = 32;
    this.icon.height = 20;
    this.number.row.querySelector('.Box')?.append(this.icon);
    const pair = document.createElement('div');
    pair.className = 'Pair';
    pair.append(this.expiry.row, this.code.row);
    this.place.className = 'Pair';
    this.place.append(this.country.row, this.postal.row);
    this.terms.className = 'Terms TermsText';
    this.root.append(this.number.row, pair, this.place, this.terms);
    this.showBrand();
  }

  private listen(): void {
    for (const field of this.fields) field.onInput = () => this.changed();
    this.number.onComplete = () => this.expiry.input.focus();
    this.expiry.onComplete = () => this.code.input.focus();
    this.country.select.addEventListener('change', () => {
      this.namePostal();
      this.changed();
    });
  }

  apply({ asked, defaults, terms, readOnly }: FrameOptions): void {
    const first = this.country.select.value === '';
    this.withCountry = asked.country;
    this.withPostal = asked.postal_code;
    this.country.row.hidden = !this.withCountry;
    this.postal.row.hidden = !this.withPostal;
    this.place.hidden = !this.withCountry && !this.withPostal;
    if (first) this.country.select.value = defaults.country || 'US';
    if (first && defaults.postal_code) this.postal.start(defaults.postal_code);
    this.namePostal();
    for (const field of this.fields) field.input.readOnly = readOnly;
    this.terms.textContent = terms.card ?? '';
    this.terms.hidden = this.terms.textContent === '';
  }

  get state(): PanelState {
    const complete = this.needed.every((field) => field.problem === null);
    const empty = this.needed.every((field) => field.text === '');
    return { empty, complete };
  }

  validate(): Problem | null {
    const wrong = this.needed.filter((field) => field.problem !== null);
    for (const field of this.needed) field.show(field.problem);
    wrong[0]?.input.focus();
    return wrong[0]?.problem ?? null;
  }

  focus(): void {
    this.number.input.focus();
  }

  clear(): void {
    for (const field of this.fields) field.clear();
    this.changed();
  }

  refuse(param: string | undefined): void {
    const field = { number: this.number, exp_month: this.expiry, exp_year: this.expiry, cvc: this.code }[param ?? ''];
    field?.input.focus();
  }

  values(): Given {
    const expiry = parsedExpiry(this.expiry.text);
    return {
      fields: {
        number: digitsOf(this.number.text),
        exp_month: String(expiry?.month ?? ''),
        exp_year: String(expiry?.year ?? ''),
        cvc: this.code.text,
      },
      details: {
        address: {
          country: this.withCountry ? this.country.select.value : null,
          postal_code: this.withPostal ? this.postal.text : null,
        },
      },
    };
  }

  private get brand() {
    return brandOf(digitsOf(this.number.text));
  }

  private get fields(): Field[] {
    return [this.number, this.expiry, this.code, this.postal];
  }

  private get needed(): Field[] {
    return this.withPostal ? this.fields : this.fields.slice(0, 3);
  }

  private postalProblem(text: string): Problem | null {
    const long = this.country.select.value === 'US' ? /^\d{5}(-?\d{4})?$/.test(text) : text.trim().length >= 2;
    return long ? null : 'incomplete_zip';
  }

  private namePostal(): void {
    const label = this.postal.row.querySelector('label');
    if (label) label.textContent = POSTAL_NAMES[this.country.select.value] ?? 'Postal code';
    this.postal.input.placeholder = this.country.select.value === 'US' ? '12345' : '';
  }

  private changed(): void {
    this.showBrand();
    this.onChange();
  }

  private showBrand(): void {
    const { name, title, codeLength } = this.brand;
    if (this.icon.dataset.brand === name) return;
    this.icon.dataset.brand = name;
    this.icon.src = iconOf(name);
    this.icon.alt = title;
    this.code.input.placeholder = codeLength === 4 ? '4 digits' : 'CVC';
    this.code.reformat();
  }
}
