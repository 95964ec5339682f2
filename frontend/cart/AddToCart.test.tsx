import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { LINES, makeShared } from '../fixtures/parts';
import { Layout } from '../layout/Layout';
import { browser } from '../lib/go';
import { answering, later } from '../testing/network';
import { AddToCart } from './AddToCart';

// What is announced a second later must not outlive its test.
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

const show = () =>
  render(
    <AddToCart productId={11} sku="V-SIMPLE" name="Reserva" bottle="Reserva (Lomba · 2019)" label="Add to cart" />,
  );
const button = () => screen.getByRole('button');

const cart = { count: 3, subtotal: '$81.98', saved: '', lines: LINES };
const json = JSON.stringify(cart).replaceAll('"', '&quot;');
const ADDED = {
  fragments: {
    'div.widget_shopping_cart_content': `<div class="widget_shopping_cart_content" data-section="MiniCart" data-props="${json}"></div>`,
  },
  cart_hash: 'h1',
};

test('works without JavaScript: a form with the product id', () => {
  const { container } = show();
  expect(container.querySelector('form')).toHaveAttribute('action', '/cart/add/');
  expect(container.querySelector('input[name="add-to-cart"]')).toHaveValue('11');
});

test('sends all data attributes of the button', async () => {
  const sent = answering({ add_to_cart: ADDED });
  show();
  await userEvent.click(button());
  expect(Object.fromEntries(sent[0]?.fields ?? [])).toEqual({
    product_id: '11',
    product_sku: 'V-SIMPLE',
    quantity: '1',
  });
});

test('goes from loading to added, with a link to the cart', async () => {
  const answer = later<unknown>();
  answering({ add_to_cart: () => answer.promise });
  show();
  await userEvent.click(button());
  expect(button()).toHaveClass('loading');
  expect(button()).toHaveTextContent('Adding…');
  await act(async () => answer.settle(ADDED));
  expect(button()).toHaveClass('added');
  expect(screen.getByRole('link', { name: 'View cart' })).toHaveAttribute('href', '/cart/');
});

test('a moment later the button offers another bottle, and the link stays', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  answering({ add_to_cart: ADDED });
  show();
  await user.click(button());
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(button()).toHaveTextContent('Added: Reserva (Lomba · 2019)');
  await act(() => vi.advanceTimersByTimeAsync(2500));
  expect(button()).toHaveTextContent('Add to cart: Reserva (Lomba · 2019)');
  expect(button()).toHaveClass('added');
  expect(screen.getByRole('link', { name: 'View cart' })).toBeVisible();
});

test('on the cart page there is no link to it', async () => {
  window.history.replaceState(null, '', '/cart/');
  answering({ add_to_cart: ADDED });
  show();
  await userEvent.click(button());
  expect(button()).toHaveClass('added');
  expect(screen.queryByRole('link')).toBeNull();
  window.history.replaceState(null, '', '/');
});

test('a store may show its cart after each adding', async () => {
  const go = vi.spyOn(browser, 'go').mockImplementation(() => undefined);
  answering({ add_to_cart: { ...ADDED, cart_url: '/cart/' } });
  show();
  await userEvent.click(button());
  expect(go).toHaveBeenCalledWith('/cart/');
});

test('the header counts the bottles, and screen readers hear of it a second later', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  answering({ add_to_cart: ADDED });
  render(
    <Layout shared={makeShared()}>
      <AddToCart productId={11} sku="V-SIMPLE" name="Reserva" bottle="Reserva (Lomba · 2019)" label="Add to cart" />
    </Layout>,
  );
  await user.click(screen.getByRole('button', { name: /Add to cart/ }));
  expect(screen.getByRole('button', { name: /^Cart, 3 bottles, \$/ })).toBeVisible();
  expect(screen.queryByText('Reserva was added to your cart.')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1100));
  expect(screen.getByText('Reserva was added to your cart.')).toBeInTheDocument();
});

test('a refusal sends the shopper to the page of the wine', async () => {
  const go = vi.spyOn(browser, 'go').mockImplementation(() => undefined);
  answering({ add_to_cart: { error: true, product_url: '/product/reserva/' } });
  show();
  await userEvent.click(button());
  expect(go).toHaveBeenCalledWith('/product/reserva/');
  expect(button()).not.toHaveClass('added');
});

test('an unknown wine is told beside the button', async () => {
  answering({ add_to_cart: { error: true, product_url: false } });
  show();
  await userEvent.click(button());
  expect(screen.getByRole('alert')).toHaveTextContent('could not be added');
});

test('a lost connection is told, and the button can be pressed again', async () => {
  answering({ add_to_cart: new TypeError('Failed to fetch') });
  show();
  await userEvent.click(button());
  expect(screen.getByRole('alert')).toHaveTextContent('An error occurred while connecting to the server.');
  expect(button()).toHaveTextContent('Add to cart');
});
