import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeLine } from '../../fixtures/parts';
import { WineLine } from './WineLine';

test('a line reads producer, wine, vintage and size, in this order', () => {
  const line = makeLine({ producer: 'Château Malvezin', name: 'Les Hauts de Roques', details: '2020 · 750 ml' });
  render(<WineLine line={line} counted />);
  const text = screen.getByRole('listitem').textContent ?? '';
  const places = ['Château Malvezin', 'Les Hauts de Roques', '2020 · 750 ml', '2 × '].map((part) => text.indexOf(part));
  expect(places).toEqual([...places].sort((one, other) => one - other));
  expect(places).not.toContain(-1);
});

test('a gift set has a line for each of its bottles, and says that the quantity counts sets', () => {
  render(<WineLine line={makeLine({ details: '1 × Merlot 2020; 2 × Malbec 2021', quantity: 3 })} counted />);
  expect(screen.getByText('1 × Merlot 2020')).toBeVisible();
  expect(screen.getByText('2 × Malbec 2021')).toBeVisible();
  expect(screen.getByText(/^Quantity: 3 × /)).toBeVisible();
});

test('a line without details has no empty paragraph', () => {
  const { container } = render(<WineLine line={makeLine({ details: '' })} counted />);
  expect([...container.querySelectorAll('p')].filter((each) => each.textContent === '')).toEqual([]);
});

test('the sum of a line says what it is to screen readers', () => {
  render(<WineLine line={makeLine({ subtotal: '$48.00' })} counted />);
  expect(screen.getByText('$48.00')).toHaveTextContent('Line total: $48.00');
});
