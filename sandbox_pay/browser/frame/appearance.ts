import type { Appearance } from '@stripe/stripe-js';

const VARIABLES = [
  'colorPrimary',
  'colorBackground',
  'colorText',
  'colorTextSecondary',
  'colorTextPlaceholder',
  'colorDanger',
  'fontFamily',
  'fontSizeBase',
  'fontSizeSm',
  'borderRadius',
  'spacingUnit',
  'gridRowSpacing',
  'gridColumnSpacing',
] as const;

/** The parts that a store may restyle by rule, with their states. */
const RULE =
  /^\.(Input|Label|Error|Terms|TermsText|RedirectText|Tab|TabLabel|AccordionItem)(--invalid|--selected|:focus|:hover|::placeholder)?$/;
const sheet = new CSSStyleSheet();

/** Put the store's look on the fields: theme, variables, and rules for the parts above. */
export function applyAppearance(appearance: Appearance): void {
  const root = document.documentElement;
  root.dataset.theme = appearance.theme ?? 'stripe';
  root.toggleAttribute('data-still', appearance.disableAnimations === true);
  const given: Record<string, unknown> = { ...appearance.variables };
  for (const name of VARIABLES) {
    const value = given[name];
    if (typeof value === 'string' && value !== '') root.style.setProperty(`--${name}`, value);
    else root.style.removeProperty(`--${name}`);
  }
  applyRules(appearance.rules ?? {});
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
}

function applyRules(rules: NonNullable<Appearance['rules']>): void {
  sheet.replaceSync('');
  for (const [selector, declarations] of Object.entries(rules)) {
    if (!RULE.test(selector)) continue;
    const place = sheet.insertRule(`${selector} {}`, sheet.cssRules.length);
    const rule = sheet.cssRules[place];
    if (!(rule instanceof CSSStyleRule)) continue;
    for (const [property, value] of Object.entries(declarations)) {
      rule.style.setProperty(dashed(property), String(value));
    }
  }
}

function dashed(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
