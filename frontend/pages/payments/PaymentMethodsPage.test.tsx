import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makePaymentMethods, makeSavedCard } from '../../fixtures/customers';
import PaymentMethodsPage from './PaymentMethodsPage';

const rows = () => within(screen.getByRole('list', { name: 'Your saved cards' })).getAllByRole('listitem');

test('each card has its date and its mark, and buttons that name it', () => {
  render(<PaymentMethodsPage {...makePaymentMethods()} />);
  const [visa, mastercard, amex] = rows().map((row) => within(row));
  expect(visa?.getByText('Default')).toBeVisible();
  expect(visa?.queryByRole('button', { name: /^Make default/ })).toBeNull();
  expect(mastercard?.getByText('Expires 12/40')).toBeVisible();
  const button = mastercard?.getByRole('button', { name: 'Make default: Mastercard ending in 4444' });
  expect(button?.closest('form')).toHaveAttribute('action', '/my-source/set-default-payment-method/2/');
  expect(amex?.getByText('Expired 01/20')).toBeVisible();
  expect(amex?.queryByRole('button', { name: /^Make default/ })).toBeNull();
});

test('deleting asks first, and is a form of its own', () => {
  render(<PaymentMethodsPage {...makePaymentMethods()} />);
  const question = screen.getByText('Mastercard ending in 4444 is taken out of your account for good.', {
    exact: false,
  });
  expect(question.closest('details')).not.toHaveAttribute('open');
  const form = question.closest('details')?.querySelector('form');
  expect(form).toHaveAttribute('action', '/my-source/delete-payment-method/2/');
  expect(form).toHaveFormValues({ csrfmiddlewaretoken: 'token' });
});

test('an empty list says how the first card gets there', () => {
  render(<PaymentMethodsPage {...makePaymentMethods({ cards: [] })} />);
  expect(screen.queryByRole('list', { name: 'Your saved cards' })).toBeNull();
  expect(screen.getByText(/You have no saved cards yet/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add a card' })).toHaveAttribute('href', '/my-source/add-payment-method/');
});

test('the account’s menu marks the page that is shown', () => {
  render(<PaymentMethodsPage {...makePaymentMethods()} />);
  expect(screen.getByRole('link', { name: 'Payment methods' })).toHaveAttribute('aria-current', 'page');
});

test('a bank account has a mandate and no date, and one that is to be confirmed leads to where that is done', () => {
  const bank = { type: 'us_bank_account', label: 'US bank account ending in 6789', expiry: '', mandate: 'mandate_1' };
  const unproved = [{ label: 'US bank account', url: 'https://provider.example/verify' }];
  render(<PaymentMethodsPage {...makePaymentMethods({ cards: [makeSavedCard(bank)], unproved, only_cards: false })} />);
  const row = within(screen.getByRole('list', { name: 'Your saved payment methods' })).getByRole('listitem');
  expect(within(row).getByText('mandate_1')).toBeVisible();
  expect(within(row).queryByText(/Expire/)).toBeNull();
  const proof = screen.getByRole('link', { name: 'Confirm the deposit: US bank account' });
  expect(proof).toHaveAttribute('href', 'https://provider.example/verify');
  expect(screen.getByRole('link', { name: 'Add a payment method' })).toBeVisible();
});

test('a card that pays for a subscription says which, and what takes over when it is deleted', () => {
  const used = { used_for: 'subscription 7' };
  const { rerender } = render(
    <PaymentMethodsPage {...makePaymentMethods({ cards: [makeSavedCard({ ...used, heir: 'Mastercard' })] })} />,
  );
  expect(screen.getByText('Pays for subscription 7.')).toBeVisible();
  expect(screen.getByText(/From then on, Mastercard pays for subscription 7/)).toBeInTheDocument();
  rerender(<PaymentMethodsPage {...makePaymentMethods({ cards: [makeSavedCard(used)] })} />);
  expect(screen.getByText(/you have no other payment method that could take over/)).toBeInTheDocument();
  expect(screen.queryByText(/Yes, delete it/)).toBeNull();
});
