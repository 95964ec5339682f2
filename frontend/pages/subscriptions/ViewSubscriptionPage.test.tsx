import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeActions, makeDateForm, makeViewSubscription } from '../../fixtures/subscriptions';
import ViewSubscriptionPage from './ViewSubscriptionPage';

test('what is done to the next box says which box is meant', () => {
  render(<ViewSubscriptionPage {...makeViewSubscription()} />);
  const skip = screen.getByRole('button', { name: 'Skip the next box' });
  expect(skip.closest('form')).toHaveFormValues({ csrfmiddlewaretoken: 'token', box: '2' });
  expect(screen.getByText('Box 2: December 25, 2026, $62.21')).toBeVisible();
});

test('a refused date stands in its open form, with the days that can be chosen', () => {
  const delay = makeDateForm('delay', 'New date', 'Please choose a later date.');
  render(<ViewSubscriptionPage {...makeViewSubscription({ actions: makeActions({ delay }) })} />);
  const field = screen.getByLabelText('New date');
  expect(field).toBeVisible();
  expect(field).toHaveAccessibleDescription('Please choose a later date.');
  expect(field).toHaveAttribute('min', '2026-12-26');
  expect(field).toHaveFocus();
  const above = screen.getByRole('link', { name: 'Please choose a later date.' });
  expect(above).toHaveAttribute('href', `#${field.id}`);
});

test('cancelling says first when the subscription ends', () => {
  render(<ViewSubscriptionPage {...makeViewSubscription()} />);
  const words = screen.getByText('It ends on December 25, 2026.');
  expect(words.closest('details')).not.toHaveAttribute('open');
  const form = words.closest('details')?.querySelector('form');
  expect(form).toHaveAttribute('action', '/my-source/view-subscription/7/cancel/');
});

test('what was done can be taken back', () => {
  const actions = makeActions({ unskip_url: '/u/', unskip_date: 'December 25, 2026', undelay_url: '/d/' });
  render(<ViewSubscriptionPage {...makeViewSubscription({ actions })} />);
  expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(2);
});

test('an unpaid box leads to its payment', () => {
  render(<ViewSubscriptionPage {...makeViewSubscription({ pay_url: '/checkout/order-pay/4/?key=k' })} />);
  expect(screen.getByRole('link', { name: 'Pay for the box' })).toHaveAttribute('href', '/checkout/order-pay/4/?key=k');
});
