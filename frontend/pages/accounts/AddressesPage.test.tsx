import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeAddresses, makeEditAddress } from '../../fixtures/customers';
import AddressesPage from './AddressesPage';
import EditAddressPage from './EditAddressPage';

test('each button names its address, and is a form of its own', () => {
  render(<AddressesPage {...makeAddresses()} />);
  const action = (name: RegExp) => (screen.getByRole('button', { name }) as HTMLButtonElement).form;
  expect(action(/^Use for billing: Ana Reis, 7 Lake View/)).toHaveAttribute(
    'action',
    '/my-source/edit-address/2/billing/',
  );
  expect(action(/^Undo: Ana Reis, 1 Old Road/)).toHaveAttribute('action', '/my-source/edit-address/3/restore/');
  expect(action(/^Delete: Ana Reis, 12 Hill/)).toHaveFormValues({ csrfmiddlewaretoken: 'token' });
});

test('a full book says so in place of the link', () => {
  render(<AddressesPage {...makeAddresses({ add_url: '' })} />);
  expect(screen.queryByRole('link', { name: 'Add an address' })).toBeNull();
  expect(screen.getByText(/holds 20 addresses/)).toBeVisible();
});

test('a field that is left wrong says so, until it is right', () => {
  render(<EditAddressPage {...makeEditAddress({ heading: 'Add an address' })} />);
  const city = screen.getByLabelText('City');
  fireEvent.change(city, { target: { value: '' } });
  fireEvent.blur(city);
  expect(city).toHaveAccessibleDescription('City is a required field.');
  fireEvent.change(city, { target: { value: 'Napa' } });
  expect(city).not.toHaveAccessibleDescription();
});
