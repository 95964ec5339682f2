import { PROBLEMS, type Problem } from '../problems.ts';

export interface FieldSettings {
  id: string;
  label: string;
  autocomplete: AutoFill;
  placeholder: string;
  inputMode: 'numeric' | 'text' | 'email';
  /** What is wrong with this text, if anything. */
  problem: (text: string) => Problem | null;
  format: (text: string, erasing: boolean) => string;
}

/** One labelled text field with its error below, told to assistive technology when it appears. */
export class Field {
  readonly row = document.createElement('div');
  readonly input = document.createElement('input');
  private readonly message = document.createElement('p');
  private shown: Problem | null = null;
  onInput: () => void = () => {};
  onComplete: () => void = () => {};

  constructor(private readonly settings: FieldSettings) {
    const { id, label, autocomplete, placeholder, inputMode } = settings;
    const caption = document.createElement('label');
    caption.htmlFor = id;
    caption.textContent = label;
    caption.className = 'Label';
    Object.assign(this.input, { id, autocomplete, placeholder, inputMode, type: 'text', spellcheck: false });
    this.input.className = 'Input';
    this.input.setAttribute('aria-required', 'true');
    this.message.id = `${id}-error`;
    this.message.className = 'Error';
    this.message.setAttribute('role', 'alert');
    this.row.className = 'Field';
    const box = document.createElement('div');
    box.className = 'Box';
    box.append(this.input);
    this.row.append(caption, box, this.message);
    this.input.addEventListener('input', (event) => this.typed(event));
    this.input.addEventListener('blur', () => this.left());
  }

  get text(): string {
    return this.input.value;
  }

  get problem(): Problem | null {
    return this.settings.problem(this.text);
  }

  /** Put a first text in, as if it had been typed. */
  start(text: string): void {
    this.input.value = this.settings.format(text, false);
  }

  clear(): void {
    this.input.value = '';
    this.show(null);
  }

  /** Write the text anew after its rules changed. */
  reformat(): void {
    this.input.value = this.settings.format(this.text, false);
  }

  show(problem: Problem | null): void {
    if (problem === this.shown) return;
    this.shown = problem;
    this.message.textContent = problem ? PROBLEMS[problem] : '';
    this.input.classList.toggle('Input--invalid', problem !== null);
    this.input.toggleAttribute('aria-invalid', false);
    if (problem) {
      this.input.setAttribute('aria-invalid', 'true');
      this.input.setAttribute('aria-describedby', this.message.id);
    } else {
      this.input.removeAttribute('aria-describedby');
    }
  }

  private typed(event: Event): void {
    const erasing = event instanceof InputEvent && event.inputType.startsWith('delete');
    const before = this.input.value;
    const caret = this.input.selectionStart ?? before.length;
    const formatted = this.settings.format(before, erasing);
    if (formatted !== before) {
      const digits = before.slice(0, caret).replace(/\D/g, '').length;
      this.input.value = formatted;
      if (caret < before.length) this.placeCaret(digits);
    }
    const { problem } = this;
    // While a text may still become right only what can't be mended by typing on is said.
    this.show(problem?.startsWith('incomplete') ? null : problem);
    this.onInput();
    if (!problem && !erasing && caret >= before.length) this.onComplete();
  }

  private placeCaret(digits: number): void {
    let place = 0;
    for (let seen = 0; place < this.text.length && seen < digits; place += 1) {
      if (/\d/.test(this.text[place] ?? '')) seen += 1;
    }
    this.input.setSelectionRange(place, place);
  }

  /** Nobody is told off for passing by; what was said when the form was sent stays. */
  private left(): void {
    if (this.text !== '') this.show(this.problem);
  }
}
