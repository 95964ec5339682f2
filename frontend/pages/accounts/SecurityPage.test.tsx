import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeSecurity, makeStep } from '../../fixtures/customers';
import AccountStepPage from './AccountStepPage';
import SecurityPage from './SecurityPage';

const onward = { label: 'Go to the admin', url: '/admin/' };

test.each([
  ['security', () => <SecurityPage {...makeSecurity({ onward })} />],
  ['a step', () => <AccountStepPage {...makeStep({ onward })} />],
])('staff goes on to the admin from %s', (_, page) => {
  render(page());
  expect(screen.getByRole('link', { name: 'Go to the admin' })).toHaveAttribute('href', '/admin/');
});
