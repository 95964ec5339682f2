import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeReceipt, makeViewOrder } from '../../fixtures/orders';
import ViewOrderPage from './ViewOrderPage';

const NEVER = { on: '', datetime: '', is_bad: false };

test('an order opens with its number and how it stands, and with no thanks', () => {
  render(<ViewOrderPage {...makeViewOrder()} />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Order 1042 On its way');
  expect(screen.getByText('Your order is on its way.')).toBeVisible();
  expect(screen.queryByText(/thank you/i)).toBeNull();
});

test('its history has the time of each step, and says what is still to come', () => {
  const steps = [...makeViewOrder().steps, { ...NEVER, label: 'The rest is sent' }];
  render(<ViewOrderPage {...makeViewOrder({ steps })} />);
  const history = within(screen.getByRole('region', { name: 'History of the order' })).getAllByRole('listitem');
  expect(history.map((step) => step.textContent)).toEqual([
    'PlacedNovember 21, 2026, 10:15 a.m. PST',
    'PaidNovember 21, 2026, 10:16 a.m. PST',
    'Sent with UPSNovember 22, 2026',
    'The rest is sentStill to come',
  ]);
});

test('a parcel links to the page of its carrier, and one without a page is only told', () => {
  const parcel = { carrier: 'Cycle courier', number: '', url: '', sent: 'Sent on November 23, 2026', contents: [] };
  render(<ViewOrderPage {...makeViewOrder({ shipments: [...makeViewOrder().shipments, parcel] })} />);
  const link = screen.getByRole('link', { name: /^Track the parcel 1Z999AA10123456784 at UPS/ });
  expect(link).toHaveAttribute('href', 'https://www.ups.com/track?tracknum=1Z999AA10123456784');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  expect(screen.getByText('Cycle courier')).toBeVisible();
});

test('help is an email that names the order', () => {
  render(<ViewOrderPage {...makeViewOrder()} />);
  const link = screen.getByRole('link', { name: makeViewOrder().shared.store_email });
  expect(link.getAttribute('href')).toMatch(/subject=Order%201042$/);
});

test('a guest who opens it has no menu of an account, and may get an account', () => {
  render(<ViewOrderPage {...makeViewOrder({ menu: [], account: makeReceipt().account, cancel_url: '/cancel/' })} />);
  expect(screen.queryByRole('navigation', { name: 'Your account' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Create my account' })).toBeVisible();
  const cancel = screen.getByText('Yes, cancel it').closest('button');
  expect(cancel?.form).not.toHaveFormValues({ from_account: '1' });
});

test('help leads to the contact form, which then names the order', () => {
  render(<ViewOrderPage {...makeViewOrder({ number: 'V10058' })} />);
  expect(screen.getByRole('link', { name: 'Send us a message' })).toHaveAttribute('href', '/contact/?order=V10058');
});
