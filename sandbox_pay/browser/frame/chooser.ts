import type { FrameOptions } from '../messages.ts';
import { BankPanel } from './bankPanel.ts';
import { CardForm } from './cardForm.ts';
import type { Panel } from './panel.ts';
import { TypePanel } from './typePanel.ts';
import { TYPES } from './types.ts';

function made(type: string): Panel {
  const row = TYPES[type];
  if (!row) return new CardForm();
  return type === 'us_bank_account' ? new BankPanel(row) : new TypePanel(type, row);
}

/** The types on offer: one panel, or several to choose among by radio buttons, in a row or one below the other. */
export class Chooser {
  readonly root = document.createElement('div');
  onChange: () => void = () => {};
  private readonly panels = new Map<string, Panel>();
  private types: string[] = [];
  private layout = '';

  /** Show what the store's page asks for. What was typed and chosen stays, as far as it is still on offer. */
  apply(options: FrameOptions): void {
    const chosen = this.types.length > 0 ? this.chosen.type : '';
    const layout = `${options.layout} ${options.radios ? 'with' : 'without'}-radios`;
    if (String(options.types) !== String(this.types) || layout !== this.layout) {
      this.types = options.types;
      this.layout = layout;
      this.build(this.types.includes(chosen) ? chosen : (this.types[0] ?? ''));
    }
    for (const panel of this.shown) panel.apply(options);
  }

  get chosen(): Panel {
    const checked = this.root.querySelector<HTMLInputElement>('input[name="type"]:checked');
    return this.panel(checked?.value ?? this.types[0] ?? 'card');
  }

  private get shown(): Panel[] {
    return this.types.map((type) => this.panel(type));
  }

  private panel(type: string): Panel {
    const known = this.panels.get(type);
    if (known) return known;
    const panel = made(type);
    panel.onChange = () => this.onChange();
    this.panels.set(type, panel);
    return panel;
  }

  private build(chosen: string): void {
    const [only] = this.shown;
    if (only && this.types.length === 1) {
      only.root.hidden = false;
      this.root.replaceChildren(only.root);
      return;
    }
    const group = document.createElement('fieldset');
    group.className = `Types ${this.layout}`;
    const legend = document.createElement('legend');
    legend.className = 'Unseen';
    legend.textContent = 'Payment method';
    group.append(legend, ...this.shown.flatMap((panel) => [this.tab(panel, chosen), panel.root]));
    this.root.replaceChildren(group);
    this.show();
  }

  private tab({ type, label }: Panel, chosen: string): HTMLElement {
    const tab = document.createElement('label');
    tab.className = this.layout.startsWith('tabs') ? 'Tab' : 'AccordionItem';
    const radio = document.createElement('input');
    Object.assign(radio, { type: 'radio', name: 'type', value: type, checked: type === chosen });
    radio.addEventListener('change', () => {
      this.show();
      this.onChange();
    });
    const text = document.createElement('span');
    text.className = 'TabLabel';
    text.textContent = label;
    tab.append(radio, text);
    return tab;
  }

  private show(): void {
    const { chosen } = this;
    for (const panel of this.shown) panel.root.hidden = panel !== chosen;
    for (const radio of this.root.querySelectorAll<HTMLInputElement>('input[name="type"]')) {
      const tab = radio.parentElement;
      tab?.classList.toggle(`${tab.classList[0]}--selected`, radio.checked);
    }
  }
}
