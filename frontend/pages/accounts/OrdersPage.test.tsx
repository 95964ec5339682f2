import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeOrders, makeSummary } from '../../fixtures/customers';
import OrdersPage from './OrdersPage';

test('an unpaid order has its payment, and a question before it is cancelled', () => {
  render(<OrdersPage {...makeOrders()} />);
  expect(screen.getByRole('link', { name: 'Pay for order 7' })).toHaveAttribute('href', '/checkout/order-pay/7/');
  const button = screen.getByText('Yes, cancel it', { exact: false }).closest('button');
  expect(button?.closest('details')).not.toHaveAttribute('open');
  expect(button?.form).toHaveFormValues({ csrfmiddlewaretoken: 'token', from_account: '1' });
});

test('an order says how it stands, and is ordered again from the list', () => {
  render(<OrdersPage {...makeOrders()} />);
  expect(screen.getByText('Being packed')).toBeVisible();
  const again = screen.getByRole('button', { name: 'Order again: order 1042' }) as HTMLButtonElement;
  expect(again.form).toHaveAttribute('action', '/checkout/order-received/1042/again/');
  expect(screen.queryByRole('button', { name: 'Order again: order 7' })).toBeNull();
});

test('the pages around this one are links', () => {
  render(<OrdersPage {...makeOrders()} />);
  expect(screen.getByText('Page 2 of 3')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Newer orders' })).toHaveAttribute('href', '/my-source/orders/');
  expect(screen.getByRole('link', { name: 'Older orders' })).toHaveAttribute('href', '/my-source/orders/3/');
});

test('whoever has not confirmed the address is told where, for what was ordered as a guest', () => {
  const { rerender } = render(<OrdersPage {...makeOrders({ confirm_url: '/my-source/security/' })} />);
  const link = screen.getByRole('link', { name: 'Confirm your email address' });
  expect(link).toHaveAttribute('href', '/my-source/security/');
  rerender(<OrdersPage {...makeOrders()} />);
  expect(screen.queryByText('Bought as a guest?', { exact: false })).toBeNull();
});

test('one page has no links to others', () => {
  render(<OrdersPage {...makeOrders({ orders: [makeSummary()], page: 1, pages: 1 })} />);
  expect(screen.queryByText('Page 1 of 1')).toBeNull();
});

test('logging out is a button of a form', () => {
  render(<OrdersPage {...makeOrders({ orders: [] })} />);
  const form = (screen.getByRole('button', { name: 'Log out' }) as HTMLButtonElement).form;
  expect(form).toHaveAttribute('action', '/my-source/customer-logout/');
  expect(form).toHaveFormValues({ csrfmiddlewaretoken: 'token' });
  expect(screen.getByText('No order has been made yet.')).toBeVisible();
});
