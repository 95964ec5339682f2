import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeReceipt } from '../../fixtures/orders';
import OrderReceivedPage from './OrderReceivedPage';

const UNPAID = { pay_url: '/checkout/order-pay/7/?pay_for_order=true&key=k' };

test('an order without its money can be paid', () => {
  render(<OrderReceivedPage {...makeReceipt(UNPAID)} />);
  expect(screen.getByRole('link', { name: 'Pay for the order' })).toHaveAttribute('href', UNPAID.pay_url);
});

test('while the answer on the phone is awaited, paying is only offered as another way', () => {
  render(<OrderReceivedPage {...makeReceipt({ ...UNPAID, look_again_after: 5 })} />);
  expect(screen.getByRole('link', { name: 'Pay another way' })).toHaveAttribute('href', UNPAID.pay_url);
  expect(screen.queryByRole('link', { name: 'Pay for the order' })).toBeNull();
});

test('without its key there are two ways to an order', () => {
  render(<OrderReceivedPage {...makeReceipt({ found: false })} />);
  expect(screen.getByRole('link', { name: 'log in to your account' })).toHaveAttribute('href', '/my-source/');
  const find = screen.getByRole('link', { name: 'find it by its number and your email address' });
  expect(find).toHaveAttribute('href', '/checkout/find-order/');
});

test.each([
  ['Delivery', null, 'FedEx Ground, arrives Tue–Thu, Dec 1–3'],
  ['Pickup', { address: [], hours: [], where: '', who: '' }, 'Ready Mon, Nov 30'],
])('the receipt tells what was promised of the %s', (name, pickup, delivery) => {
  const { container } = render(<OrderReceivedPage {...makeReceipt({ pickup, delivery })} />);
  const facts = [...container.querySelectorAll('dl > div')].map((fact) => fact.textContent);
  expect(facts).toContain(`${name}${delivery}`);
});
