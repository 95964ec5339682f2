/** A list of radio buttons with a title. */
export interface Choice {
  value: string;
  label: string;
  note?: string;
  disabled?: boolean;
}

export class Choices {
  readonly root = document.createElement('fieldset');
  private readonly list = document.createElement('div');
  onChoose: (value: string) => void = () => {};

  constructor(
    private readonly name: string,
    title: string,
  ) {
    const legend = document.createElement('legend');
    legend.textContent = title;
    this.root.append(legend, this.list);
    this.root.hidden = true;
  }

  /** Show these, with `chosen` chosen; without any, show nothing. */
  show(choices: Choice[], chosen: string): void {
    const focused = this.root.contains(document.activeElement);
    this.root.hidden = choices.length === 0;
    this.list.replaceChildren(...choices.map((choice) => this.row(choice, choice.value === chosen)));
    if (focused) this.list.querySelector<HTMLInputElement>('input:checked')?.focus();
  }

  get value(): string {
    return this.list.querySelector<HTMLInputElement>('input:checked')?.value ?? '';
  }

  private row({ value, label, note = '', disabled = false }: Choice, checked: boolean): HTMLElement {
    const input = document.createElement('input');
    Object.assign(input, { type: 'radio', name: this.name, value, checked, disabled });
    input.addEventListener('change', () => this.onChoose(value));
    const text = document.createElement('span');
    text.textContent = label;
    const quiet = document.createElement('small');
    quiet.textContent = note;
    const row = document.createElement('label');
    row.append(input, text, quiet);
    return row;
  }
}
