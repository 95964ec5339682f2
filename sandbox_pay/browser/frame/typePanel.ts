import type { Parameters } from '../http.ts';
import type { BillingDetails, Detail, FrameOptions } from '../messages.ts';
import type { Problem } from '../problems.ts';
import { countrySelect } from './countries.ts';
import { ENTRIES, type Entry, type EntryName } from './entries.ts';
import { Field } from './field.ts';
import type { Given, Panel, PanelState } from './panel.ts';
import type { TypeRow } from './types.ts';

/** The fields and the words of a type other than card. */
export class TypePanel implements Panel {
  readonly root = document.createElement('div');
  readonly label: string;
  onChange: () => void = () => {};
  protected readonly entries: [EntryName, Entry, Field][] = [];
  private readonly country: ReturnType<typeof countrySelect> | null = null;
  protected readonly says = document.createElement('p');
  private readonly terms = document.createElement('p');
  private applied = false;

  constructor(
    readonly type: string,
    private readonly row: TypeRow,
  ) {
    this.label = row.label;
    this.root.className = 'Form';
    this.root.setAttribute('role', 'group');
    this.root.setAttribute('aria-label', row.label);
    for (const name of row.asks) {
      if (name === 'country') this.country = this.addCountry(row.countries);
      else this.addField(name);
    }
    this.says.className = 'RedirectText';
    this.says.textContent = row.says;
    this.says.hidden = row.says === '';
    this.terms.className = 'Terms TermsText';
    this.root.append(this.says, this.terms);
  }

  private addField(name: EntryName): void {
    const entry: Entry = ENTRIES[name];
    const field = new Field({ ...entry, id: `${this.type}-${name}` });
    field.onInput = () => this.onChange();
    this.entries.push([name, entry, field]);
    this.root.append(field.row);
  }

  private addCountry(codes?: string): ReturnType<typeof countrySelect> {
    const country = countrySelect(`${this.type}-country`, codes);
    country.select.addEventListener('change', () => this.onChange());
    this.root.append(country.row);
    return country;
  }

  apply({ asked, defaults, terms, readOnly }: FrameOptions): void {
    for (const [name, entry, field] of this.entries) {
      const ours = entry.goes === 'method' || entry.goes === 'options' || asked[name as Detail];
      field.row.hidden = !ours;
      field.input.readOnly = readOnly;
      if (!this.applied) field.start(defaults[name as Detail] ?? '');
    }
    if (this.country) {
      this.country.row.hidden = !this.countryIsItsOwn && !asked.country;
      if (!this.applied) this.country.select.value = this.row.home ?? defaults.country ?? 'US';
      if (this.country.select.value === '') this.country.select.selectedIndex = 0;
    }
    this.terms.textContent = terms[this.type] ?? '';
    this.terms.hidden = this.terms.textContent === '';
    this.applied = true;
  }

  get state(): PanelState {
    const fields = this.needed;
    return {
      empty: fields.every(([, , field]) => field.text === ''),
      complete: fields.every(([, , field]) => field.problem === null),
    };
  }

  validate(): Problem | null {
    const fields = this.needed.map(([, , field]) => field);
    for (const field of fields) field.show(field.problem);
    const wrong = fields.find((field) => field.problem !== null);
    wrong?.input.focus();
    return wrong?.problem ?? null;
  }

  focus(): void {
    this.needed[0]?.[2].input.focus();
  }

  clear(): void {
    for (const [, , field] of this.entries) field.clear();
    this.onChange();
  }

  refuse(param: string | undefined): void {
    const name = /\[([a-z_]+)\]$/.exec(param ?? '')?.[1] ?? param;
    this.needed.find(([own]) => own === name)?.[2].input.focus();
  }

  values(): Given {
    const parts: Record<Entry['goes'], Parameters> = { owner: {}, address: {}, method: {}, options: {} };
    for (const [name, { goes, sent }, field] of this.needed) {
      parts[goes][name] = sent ? sent(field.text) : field.text.trim();
    }
    const country = this.country && !this.country.row.hidden ? this.country.select.value : undefined;
    if (this.countryIsItsOwn) parts.method.country = country;
    else parts.address.country = country;
    const details: BillingDetails = { ...parts.owner, address: parts.address };
    const options = Object.keys(parts.options).length > 0 ? { [this.type]: parts.options } : undefined;
    return { fields: parts.method, details, options };
  }

  private get countryIsItsOwn(): boolean {
    return this.row.countries !== undefined;
  }

  private get needed(): [EntryName, Entry, Field][] {
    return this.entries.filter(([, , field]) => !field.row.hidden);
  }
}
