import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DELIVERY } from '../../fixtures/parts';
import { ShippingChoices } from './ShippingChoices';

test('a way of delivery is named by its words and price, and described by who brings it and when', () => {
  render(<ShippingChoices choices={DELIVERY} problem="" hold={null} />);
  const ground = screen.getByRole('radio', { name: 'Flat rate $10.00' });
  expect(ground).toHaveAccessibleDescription('FedEx Ground, arrives Tue–Thu, Dec 1–3');
});

test('where nothing is promised, nothing is said', () => {
  render(<ShippingChoices choices={DELIVERY.map((each) => ({ ...each, note: '' }))} problem="" hold={null} />);
  expect(screen.getByRole('radio', { name: 'Flat rate $10.00' })).not.toHaveAccessibleDescription();
});

test('a pickup says where that is and when it is open', () => {
  render(<ShippingChoices choices={DELIVERY} problem="" hold={null} />);
  expect(screen.getByRole('radio', { name: 'Pickup at the cellar Free' })).toHaveAccessibleDescription(
    'Ready Mon, Nov 30 Vintner, 2400 Harbor Row Tue–Sat, 11 a.m. – 6 p.m.',
  );
});
