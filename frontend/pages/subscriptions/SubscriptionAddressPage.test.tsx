import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeSubscriptionAddress } from '../../fixtures/subscriptions';
import SubscriptionAddressPage from './SubscriptionAddressPage';

test('a refused address leads to the first field that is wrong, and leaves later corrections alone', () => {
  const page = makeSubscriptionAddress();
  const wrong = page.fields.filter((field) => /_(city|postcode)$/.test(field.name));
  const fields = page.fields.map((field) => (wrong.includes(field) ? { ...field, error: 'Not here.' } : field));
  const { rerender } = render(<SubscriptionAddressPage {...page} choices={[]} fields={fields} />);
  const [first, second] = wrong.map((field) => document.getElementById(field.name));
  expect(first).toHaveFocus();
  second?.focus();
  rerender(<SubscriptionAddressPage {...page} choices={[]} fields={fields} />);
  expect(second).toHaveFocus();
});

test('a refused choice of the book is led to', () => {
  const choices = [
    { id: '1', text: 'Home', chosen: false },
    { id: '2', text: 'Salt Lake City', chosen: true },
  ];
  render(<SubscriptionAddressPage {...makeSubscriptionAddress()} choices={choices} choice_error="No wine there." />);
  expect(screen.getByLabelText('Salt Lake City')).toHaveFocus();
});
