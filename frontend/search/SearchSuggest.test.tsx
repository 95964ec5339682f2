import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { browser } from '../lib/go';
import SearchSuggest from './SearchSuggest';

const MILL = { label: 'Mill Creek', url: '/product/mill-creek/', detail: '2022', price: '$24.00', thumb: '' };

afterEach(() => vi.unstubAllGlobals());

test('suggestions that come again take the arrow keys before they are painted', async () => {
  const go = vi.spyOn(browser, 'go').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ wines: [MILL], producers: [] })));
  render(<SearchSuggest id="a-search" />);
  await userEvent.type(screen.getByRole('combobox'), 'mill');
  await screen.findByText('Mill Creek');
  await userEvent.keyboard('{Escape}');
  vi.stubGlobal('requestAnimationFrame', () => 0);
  await userEvent.keyboard(' creek');
  await screen.findByText('Mill Creek');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(go).toHaveBeenCalledWith('/product/mill-creek/');
});
