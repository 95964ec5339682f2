import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DELIVERY } from '../../fixtures/parts';
import { Amounts } from './Amounts';

const ROWS = [{ kind: 'shipping', label: 'Shipping (Flat rate)', amount: '$10.00' }];
const ARRIVAL = 'FedEx Ground, arrives Tue–Thu, Dec 1–3';

test('the chosen delivery says beside its price when it arrives', () => {
  render(<Amounts rows={ROWS} total="$10.00" delivery={DELIVERY} />);
  expect(screen.getByText(ARRIVAL)).toBeVisible();
});

test('the day is left to the ways of delivery where they stand above', () => {
  render(<Amounts rows={ROWS} total="$10.00" />);
  expect(screen.queryByText(ARRIVAL)).toBeNull();
});
