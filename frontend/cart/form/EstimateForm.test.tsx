import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CartContext } from '../cartContext';
import { EstimateForm } from './EstimateForm';

const countries = [{ name: 'United States', places: [{ value: 'US:CA', label: 'California' }] }];

test.each([
  ['a place that parcels go to is chosen', 'US:CA', 'US:CA', 1],
  ['for any other place nothing is chosen', 'DE:BE', '', 2],
])('%s', (_, place, chosen, options) => {
  render(
    <CartContext value={{ countries } as never}>
      <EstimateForm place={place} postcode="" problem="" name="Somewhere" delivers />
    </CartContext>,
  );
  const select = screen.getByLabelText('State or province');
  expect(select).toHaveValue(chosen);
  expect(select.querySelectorAll('option')).toHaveLength(options);
});
