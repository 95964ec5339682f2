import { type Color, over, readColor } from './color';

/**
 * What a page looks like where the provider's fields stand. Colors are such as the provider reads: never names of ours.
 */
export interface Sample {
  /** What lies behind the fields; opaque. */
  paper: Color;
  text: { color: string; family: string; size: number };
  control: { background: string; line: string; radius: string; color: string };
  labelWeight: string;
  primary: string;
  secondary: string;
  danger: string;
}

const WHITE: Color = { red: 255, green: 255, blue: 255, alpha: 1 };
/** A field that the page shows itself; the form's first one looks like all of them. */
const FIELD = 'input:not([type=hidden], [type=radio], [type=checkbox], [aria-invalid=true])';

/**
 * Look at the page: at the form that `place` stands in, so that each checkout's fields are like its own. A color
 * without an element is read from a token of the shop's styles.
 */
export function takeSample(place: Element): Sample {
  const text = getComputedStyle(place);
  const form = place.closest('form');
  const field = form?.querySelector(FIELD);
  const label = form?.querySelector('label');
  const token = (name: string) => resolved(place, `var(${name})`);
  return {
    paper: behind(place),
    text: { color: text.color, family: text.fontFamily, size: Number.parseFloat(text.fontSize) || 16 },
    control: field ? controlOf(getComputedStyle(field)) : plainControl(place),
    labelWeight: label ? getComputedStyle(label).fontWeight : text.fontWeight,
    primary: token('--accent-text'),
    secondary: token('--ink-soft'),
    danger: token('--bad'),
  };
}

/** The first opaque background at or around an element, and what lies over it that can be seen through. */
export function behind(element: Element): Color {
  const color = readColor(getComputedStyle(element).backgroundColor);
  if (color?.alpha === 1) return color;
  const below = element.parentElement ? behind(element.parentElement) : WHITE;
  return color ? over(color, below) : below;
}

function controlOf(style: CSSStyleDeclaration): Sample['control'] {
  return {
    background: style.backgroundColor,
    line: style.borderTopColor,
    radius: style.borderTopLeftRadius,
    color: style.color,
  };
}

function plainControl(place: Element): Sample['control'] {
  const token = (name: string) => resolved(place, `var(${name})`);
  return {
    background: token('--surface'),
    line: token('--control-line'),
    radius: getComputedStyle(place).getPropertyValue('--radius').trim(),
    color: token('--ink'),
  };
}

/** What the browser makes of a color, with the page's scheme: a token may hold one for light and one for dark pages. */
function resolved(place: Element, color: string): string {
  const probe = document.createElement('span');
  probe.hidden = true;
  probe.style.color = color;
  place.append(probe);
  const computed = getComputedStyle(probe).color;
  probe.remove();
  return computed;
}
