import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { EXAMPLES } from '../../fixtures/pages';
import type { AccountPage as Props } from '../../generated/pages';
import AccountPage from './AccountPage';

const account = EXAMPLES.find(({ name }) => name === 'account-signed-in')?.props as Props;

test('links name the order they lead to', () => {
  render(<AccountPage {...account} />);
  expect(screen.getByRole('link', { name: 'Order 1042' })).toBeVisible();
  expect(screen.getAllByRole('link', { name: /^Pay for/ }).map(({ textContent }) => textContent)).toEqual([
    'Pay for order 7',
  ]);
});
