/** A color: red, green and blue from 0 to 255, and how opaque it is, from 0 to 1. */
export interface Color {
  red: number;
  green: number;
  blue: number;
  alpha: number;
}

const HEX = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

/** Read a color as browsers compute it: 'rgb(251, 247, 240)', 'rgb(0 0 0 / 50%)', 'color(srgb 1 0.9 0.8)', or hex. */
export function readColor(text: string): Color | null {
  const css = text.trim();
  if (css === 'transparent') return { red: 0, green: 0, blue: 0, alpha: 0 };
  if (HEX.test(css)) return fromHex(css.slice(1));
  const [, name, inside] = /^(rgba?|color)\((.+)\)$/i.exec(css) ?? [];
  if (!name || !inside) return null;
  const isUnit = name === 'color'; // its parts run from 0 to 1
  if (isUnit && !inside.startsWith('srgb ')) return null;
  const parts = inside.match(/-?[\d.]+%?/g) ?? [];
  const [red, green, blue, alpha = 1] = parts.map((part, place) =>
    part.endsWith('%') ? (Number.parseFloat(part) / 100) * (place < 3 ? 255 : 1) : scaled(part, isUnit && place < 3),
  );
  if (red === undefined || green === undefined || blue === undefined) return null;
  return { red, green, blue, alpha };
}

/** How bright a color looks, from 0 to 255 (W3C, techniques for accessibility evaluation). */
export function brightness({ red, green, blue }: Color): number {
  return (red * 299 + green * 587 + blue * 114) / 1000;
}

/** The color with so many points of a hundred more lightness, or less where `points` is negative. */
export function lighten(color: Color, points: number): Color {
  const { hue, saturation, lightness } = toHsl(color);
  return { ...fromHsl(hue, saturation, clamp(lightness + points / 100)), alpha: color.alpha };
}

/** What is seen of a color that lies over another one, which is opaque. */
export function over(color: Color, below: Color): Color {
  const mixed = (top: number, bottom: number) => top * color.alpha + bottom * (1 - color.alpha);
  return {
    red: mixed(color.red, below.red),
    green: mixed(color.green, below.green),
    blue: mixed(color.blue, below.blue),
    alpha: 1,
  };
}

/** As six hexadecimal digits, which the provider reads in every place. */
export function toHex({ red, green, blue }: Color): string {
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

function scaled(part: string, isUnit: boolean): number {
  return Number.parseFloat(part) * (isUnit ? 255 : 1);
}

function fromHex(digits: string): Color {
  const full = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const [red = 0, green = 0, blue = 0, alpha = 255] = (full.match(/../g) ?? []).map((pair) =>
    Number.parseInt(pair, 16),
  );
  return { red, green, blue, alpha: alpha / 255 };
}

/** Hue in sixths of the circle; saturation and lightness from 0 to 1. */
function toHsl({ red, green, blue }: Color) {
  const [r, g, b] = [red / 255, green / 255, blue / 255];
  const most = Math.max(r, g, b);
  const spread = most - Math.min(r, g, b);
  const lightness = most - spread / 2;
  if (spread === 0) return { hue: 0, saturation: 0, lightness };
  const saturation = spread / (1 - Math.abs(2 * lightness - 1));
  if (most === r) return { hue: (g - b) / spread, saturation, lightness };
  return { hue: most === g ? (b - r) / spread + 2 : (r - g) / spread + 4, saturation, lightness };
}

function fromHsl(hue: number, saturation: number, lightness: number): Omit<Color, 'alpha'> {
  const amplitude = saturation * Math.min(lightness, 1 - lightness);
  const part = (offset: number) => {
    const place = (((offset + hue * 2) % 12) + 12) % 12;
    return 255 * (lightness - amplitude * Math.max(-1, Math.min(place - 3, 9 - place, 1)));
  };
  return { red: part(0), green: part(8), blue: part(4) };
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
