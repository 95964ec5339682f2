import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setTheme } from '../theme';
import { useAppearance } from './appearance';

const page = document.documentElement.style;

afterEach(() => {
  setTheme('system');
  page.removeProperty('--ink');
  document.body.style.backgroundColor = '';
});

test('the card’s fields change their colors with the page', async () => {
  page.setProperty('--ink', '#231a17');
  document.body.style.backgroundColor = 'rgb(251, 248, 243)';
  const { result } = renderHook(useAppearance);
  expect(result.current).toMatchObject({ theme: 'stripe', variables: { colorText: '#231a17' } });
  page.setProperty('--ink', '#f4ece3');
  document.body.style.backgroundColor = 'rgb(23, 18, 16)';
  act(() => setTheme('dark'));
  await vi.waitFor(() => expect(result.current).toMatchObject({ theme: 'night', variables: { colorText: '#f4ece3' } }));
});
