import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { makeShared } from '../fixtures/parts';
import { Layout } from '../layout/Layout';
import { answering } from '../testing/network';
import { saveCartCopy } from './cartCopy';

const DAY = 24 * 60 * 60 * 1000;

function fragments(count: number) {
  const json = JSON.stringify({ count, subtotal: '$1.00', lines: [] }).replaceAll('"', '&quot;');
  return { 'div.widget_shopping_cart_content': `<div data-section="MiniCart" data-props="${json}"></div>` };
}

function cookies(marks: Record<string, string>) {
  // biome-ignore lint/suspicious/noDocumentCookie: the server's cookies, which the page reads
  for (const [name, value] of Object.entries(marks)) document.cookie = `${name}=${value}; path=/`;
}

afterEach(() => {
  cookies({ woocommerce_items_in_cart: '; max-age=0', woocommerce_cart_hash: '; max-age=0' });
});

const show = () => act(async () => void render(<Layout shared={makeShared()}>wine</Layout>));

test('a visitor without a cart asks for nothing', async () => {
  const sent = answering({});
  await show();
  expect(sent).toEqual([]);
  expect(screen.getByRole('button', { name: 'Cart' })).toBeVisible();
});

test('with a cart, the header asks the store for it', async () => {
  cookies({ woocommerce_items_in_cart: '1', woocommerce_cart_hash: 'h1' });
  const sent = answering({ get_refreshed_fragments: { fragments: fragments(4), cart_hash: 'h1' } });
  await show();
  expect(sent).toHaveLength(1);
  expect(screen.getByRole('button', { name: /^Cart, 4 bottles, \$/ })).toBeVisible();
});

test('a copy of the same cart is shown without asking', async () => {
  cookies({ woocommerce_items_in_cart: '1', woocommerce_cart_hash: 'h1' });
  saveCartCopy(fragments(2), 'h1');
  const sent = answering({});
  await show();
  expect(sent).toEqual([]);
  expect(screen.getByRole('button', { name: /^Cart, 2 bottles, \$/ })).toBeVisible();
});

test.each([
  ['of another state of the cart', 'h0', 0],
  ['older than 24 hours', 'h1', DAY + 1],
])('a copy %s is not used', async (_what, hash, age) => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  cookies({ woocommerce_items_in_cart: '1', woocommerce_cart_hash: 'h1' });
  saveCartCopy(fragments(2), hash);
  vi.setSystemTime(Date.now() + age);
  const sent = answering({ get_refreshed_fragments: { fragments: fragments(5), cart_hash: 'h1' } });
  await show();
  expect(sent).toHaveLength(1);
  expect(screen.getByRole('button', { name: /^Cart, 5 bottles, \$/ })).toBeVisible();
});
