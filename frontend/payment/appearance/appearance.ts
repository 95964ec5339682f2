import type { Appearance } from '@stripe/stripe-js';
import { brightness, type Color, lighten, toHex } from './color';
import type { Sample } from './sample';

/** Of 255: a background above it counts as light. */
const LIGHT = 125;
/** Of 255: a background above it is darkened under the pointer, any other lightened. */
const DARKENED_ABOVE = 50;
const POINTS = 7; // docs/behaviour/pages.md#payment-fields
const COMBINED_POINTS = 2; // added to the base font size when the combined layout is on, in pixels

/** The look of the provider's fields on the page that a sample was taken from. */
export function appearanceOf(sample: Sample, { combined = false } = {}): Appearance {
  const { paper, text, control } = sample;
  const hover = toHex(hovered(paper));
  return {
    theme: brightness(paper) > LIGHT ? 'stripe' : 'night',
    variables: {
      colorPrimary: sample.primary,
      colorBackground: control.background,
      colorText: text.color,
      colorTextSecondary: sample.secondary,
      colorTextPlaceholder: sample.secondary,
      colorDanger: sample.danger,
      fontFamily: text.family,
      fontSizeBase: `${text.size + (combined ? COMBINED_POINTS : 0)}px`,
      borderRadius: control.radius,
    },
    rules: {
      '.Input': { backgroundColor: control.background, borderColor: control.line, color: control.color },
      '.Input:focus': { borderColor: sample.primary },
      '.Input--invalid': { borderColor: sample.danger },
      '.Label': { color: text.color, fontWeight: sample.labelWeight },
      '.Tab': { backgroundColor: toHex(paper), color: text.color },
      '.Tab:hover': { backgroundColor: hover, color: text.color },
      '.Block': { backgroundColor: toHex(paper) },
      '.CheckboxInput': { borderRadius: `min(5px, ${control.radius})` },
    },
  };
}

function hovered(paper: Color): Color {
  return lighten(paper, brightness(paper) > DARKENED_ABOVE ? -POINTS : POINTS);
}
