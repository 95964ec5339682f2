import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { makeCheckout } from '../fixtures/checkout';
import CheckoutPage from '../pages/checkout/CheckoutPage';

const ADDRESS: Record<string, string> = {
  'First name': 'Ana',
  'Last name': 'Reis',
  'Street address': '12 Hill Street',
  City: 'San Francisco',
  'ZIP Code': '94110',
  Phone: '415 555 0100',
  'Email address': 'ana@example.com',
};

export const yours = () => within(screen.getByRole('region', { name: 'Your details' }));
export const box = (label: string) => yours().getByRole('textbox', { name: label });
/** The list of errors at the top; the card has an alert of its own. */
export const summary = () =>
  screen.getByRole('heading', { name: /^There (is a|are \d+) problems?$/ }).parentElement as HTMLElement;
export const pay = () => screen.getByRole('button', { name: 'Pay $98.65' });

export async function show(props = makeCheckout()) {
  return act(async () => render(<CheckoutPage {...props} />));
}

/** Fields are found by their labels, because jsdom computes all styles of the page for each look-up by role. */
export function fill(values = ADDRESS) {
  const form = yours();
  for (const [label, value] of Object.entries({ ...values, State: 'CA' })) {
    fireEvent.change(form.getByLabelText(label), { target: { value } });
  }
}
