import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setTheme } from '../../lib/theme';
import { appearanceOf } from './appearance';
import { readColor } from './color';
import { behind, type Sample, takeSample } from './sample';
import { useAppearance } from './useAppearance';

const page = document.body.style;

afterEach(() => {
  setTheme('system');
  page.cssText = '';
});

const sample = (paper: string): Sample => ({
  paper: readColor(paper) as Sample['paper'],
  text: { color: '#231a17', family: 'Figtree', size: 16 },
  control: { background: '#fffefb', line: '#8d7b6e', radius: '6px', color: '#231a17' },
  labelWeight: '600',
  primary: '#6e1a2e',
  secondary: '#62544c',
  danger: '#a0201c',
});
const hover = (paper: string) => appearanceOf(sample(paper)).rules?.['.Tab:hover']?.backgroundColor;

test.each([
  ['#ffffff', 'stripe'],
  ['#7e7e7e', 'stripe'],
  ['#7d7d7d', 'night'],
  ['#000000', 'night'],
])('on a page of %s the theme is %s', (paper, theme) => {
  expect(appearanceOf(sample(paper)).theme).toBe(theme);
});

test.each([
  ['#ffffff', '#ededed'],
  ['#333333', '#212121'],
  ['#323232', '#444444'],
  ['#000000', '#121212'],
])('under the pointer %s becomes %s', (paper, color) => {
  expect(hover(paper)).toBe(color);
});

test('the base font is that of the page, two pixels more in a combined layout', () => {
  expect(appearanceOf(sample('#fff')).variables).toMatchObject({ fontSizeBase: '16px', fontFamily: 'Figtree' });
  expect(appearanceOf(sample('#fff'), { combined: true }).variables).toMatchObject({ fontSizeBase: '18px' });
});

test('boxes to tick are no rounder than five pixels', () => {
  expect(appearanceOf(sample('#fff')).rules?.['.CheckboxInput']).toEqual({ borderRadius: 'min(5px, 6px)' });
});

test('each form’s fields are like its own', () => {
  document.body.innerHTML = '<form><input type="hidden"><input style="background: #102030"><p id="payment"></p></form>';
  const place = document.getElementById('payment') as HTMLElement;
  expect(readColor(takeSample(place).control.background)).toMatchObject({ red: 16, green: 32, blue: 48 });
});

test('what can be seen through shows what lies below it', () => {
  page.backgroundColor = '#ffffff';
  document.body.innerHTML = '<div style="background-color: rgba(0, 0, 0, 0.5)"><p></p></div>';
  expect(behind(document.querySelector('p') as Element)).toEqual({ red: 127.5, green: 127.5, blue: 127.5, alpha: 1 });
});

test('the fields change their colors with the page', async () => {
  page.color = 'rgb(35, 26, 23)';
  page.backgroundColor = 'rgb(251, 248, 243)';
  const { result } = renderHook(useAppearance);
  expect(result.current).toMatchObject({ theme: 'stripe', variables: { colorText: 'rgb(35, 26, 23)' } });
  page.color = 'rgb(244, 236, 227)';
  page.backgroundColor = 'rgb(23, 18, 16)';
  act(() => setTheme('dark'));
  await vi.waitFor(() =>
    expect(result.current).toMatchObject({ theme: 'night', variables: { colorText: 'rgb(244, 236, 227)' } }),
  );
});
