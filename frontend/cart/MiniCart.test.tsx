import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { LINES } from '../fixtures/parts';
import { browser } from '../lib/go';
import { answering } from '../testing/network';
import MiniCart from './MiniCart';

const show = () => render(<MiniCart count={3} subtotal="$81.98" saved="" lines={LINES} />);
const remove = () => screen.getByRole('link', { name: 'Remove Quinta da Lomba Reserva (2021 · 750 ml) from the cart' });

test('lists the lines, the subtotal and the ways on', () => {
  show();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getByText('$81.98')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Checkout' })).toHaveAttribute('href', '/checkout/');
});

test('removing a line shows the cart that the store answers', async () => {
  const json = JSON.stringify({ count: 0, subtotal: '', saved: '', lines: [] }).replaceAll('"', '&quot;');
  const sent = answering({
    remove_from_cart: { fragments: { x: `<div data-section="MiniCart" data-props="${json}"></div>` }, cart_hash: '' },
  });
  show();
  await userEvent.click(remove());
  expect(sent[0]?.fields.get('cart_item_key')).toBe('a'.repeat(32));
  expect(await screen.findByText('No products in the cart.')).toBeVisible();
});

test.each([
  ['an answer without fragments', { success: false }],
  ['a lost connection', new TypeError('Failed to fetch')],
])('%s makes the browser follow the link', async (_what, answer) => {
  const go = vi.spyOn(browser, 'go').mockImplementation(() => undefined);
  answering({ remove_from_cart: answer });
  show();
  await userEvent.click(remove());
  expect(go).toHaveBeenCalledWith(expect.stringMatching(/\/cart\/\?remove_item=a{32}&_wpnonce=signed$/));
});
