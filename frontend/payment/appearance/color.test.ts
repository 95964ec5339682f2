import { expect, test } from 'vitest';
import { brightness, type Color, lighten, over, readColor, toHex } from './color';

const read = (css: string) => readColor(css) as Color;

test.each([
  ['rgb(251, 248, 243)', { red: 251, green: 248, blue: 243, alpha: 1 }],
  ['rgba(20, 12, 10, 0.45)', { red: 20, green: 12, blue: 10, alpha: 0.45 }],
  ['rgb(255 255 255 / 60%)', { red: 255, green: 255, blue: 255, alpha: 0.6 }],
  ['color(srgb 1 0 0.2 / 0.5)', { red: 255, green: 0, blue: 51, alpha: 0.5 }],
  ['#6e1a2e', { red: 110, green: 26, blue: 46, alpha: 1 }],
  ['#fff', { red: 255, green: 255, blue: 255, alpha: 1 }],
  ['#00000000', { red: 0, green: 0, blue: 0, alpha: 0 }],
  ['transparent', { red: 0, green: 0, blue: 0, alpha: 0 }],
])('%s is read', (css, color) => {
  expect(readColor(css)).toEqual(color);
});

test.each(['', 'red', 'light-dark(#fff, #000)', 'color(display-p3 1 0 0)', 'rgb(1)'])('“%s” is no color', (css) => {
  expect(readColor(css)).toBeNull();
});

test('green looks brighter than red, and red than blue', () => {
  const [red, green, blue] = ['#ff0000', '#00ff00', '#0000ff'].map((css) => brightness(read(css)));
  expect([red, green, blue].map((value) => Math.round(value ?? 0))).toEqual([76, 150, 29]);
});

test.each([
  ['white', '#ffffff', -7, '#ededed'],
  ['black', '#000000', 7, '#121212'],
  ['a color, its hue and saturation kept', '#6e1a2e', 7, '#8b213a'],
  ['yellow', '#e5b567', -7, '#e0a649'],
  ['what is white already', '#ffffff', 7, '#ffffff'],
])('lightness moves by points: %s', (_, css, points, changed) => {
  expect(toHex(lighten(read(css), points))).toBe(changed);
});

test('a color that can be seen through takes on what lies below', () => {
  expect(toHex(over(read('rgba(0, 0, 0, 0.5)'), read('#ffffff')))).toBe('#808080');
});
