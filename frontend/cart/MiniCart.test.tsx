import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LINES } from '../fixtures/parts';
import MiniCart from './MiniCart';

test('lists the lines, the subtotal, the ways on, and a signed link that takes a line out', () => {
  render(<MiniCart count={3} subtotal="$81.98" saved="" free_delivery={null} lines={LINES} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getByText('$81.98')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Checkout' })).toHaveAttribute('href', '/checkout/');
  const remove = screen.getByRole('link', { name: 'Remove Quinta da Lomba Reserva (2021 · 750 ml) from the cart' });
  expect(remove).toHaveAttribute('href', expect.stringMatching(/\/cart\/\?remove_item=a{32}&_wpnonce=signed$/));
});

test('says that it is empty', () => {
  render(<MiniCart count={0} subtotal="" saved="" free_delivery={null} lines={[]} />);
  expect(screen.getByText('No products in the cart.')).toBeVisible();
});
