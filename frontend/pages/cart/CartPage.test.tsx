import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { EXAMPLES } from '../../fixtures/pages';
import { makeLine } from '../../fixtures/parts';
import type { CartPage as Props } from '../../generated/pages';
import { answering } from '../../testing/network';
import CartPage from './CartPage';

const page = EXAMPLES.find((each) => each.name === 'cart')?.props as Props;
const answer: Props = { ...page, contents: { ...page.contents, lines: [makeLine({ quantity: 3 })], total: '$61.00' } };

test('a changed quantity is sent after a pause, and the totals follow', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const sent = answering({ '/cart/': answer, get_refreshed_fragments: { fragments: {}, cart_hash: '' } });
  render(<CartPage {...page} />);
  const [more] = screen.getAllByRole('button', { name: 'More' });
  const update = screen.getByRole('button', { name: 'Update Cart' });
  expect(update).toBeDisabled();
  if (more) await user.click(more);
  expect(update).toBeEnabled();
  expect(sent).toEqual([]);
  expect(await screen.findByText('$61.00')).toBeVisible();
  expect(sent[0]?.fields.get(`cart[${'a'.repeat(32)}][qty]`)).toBe('3');
  expect(sent[0]?.fields.get('csrfmiddlewaretoken')).toBe('token');
  expect(more).toHaveFocus();
});

test('a quantity that the store refuses goes back to the store’s', async () => {
  const refused: Props = { ...page, contents: { ...page.contents, lines: [makeLine({ quantity: 2 })] } };
  answering({ '/cart/': refused, get_refreshed_fragments: {} });
  render(<CartPage {...page} />);
  const [field] = screen.getAllByRole('spinbutton');
  if (field) await userEvent.type(field, '{ArrowUp}');
  expect(field).toHaveValue(3);
  await vi.waitFor(() => expect(field).toHaveValue(2), { timeout: 2000 });
});

test('removing a line names it', async () => {
  const sent = answering({ '/cart/': answer, get_refreshed_fragments: {} });
  render(<CartPage {...page} />);
  await userEvent.click(screen.getByRole('button', { name: 'Remove Tenuta Ferrali Brunello (2018 · 750 ml)' }));
  expect(sent[0]?.fields.get('remove_item')).toBe('b'.repeat(32));
});

test('Enter in a quantity updates the cart and removes nothing', async () => {
  const sent = answering({ '/cart/': answer, get_refreshed_fragments: {} });
  render(<CartPage {...page} />);
  const [field] = screen.getAllByRole('spinbutton');
  if (field) await userEvent.type(field, '{Enter}');
  await vi.waitFor(() => expect(sent[0]?.fields.get('update_cart')).toBe('1'));
  expect(sent[0]?.fields.has('remove_item')).toBe(false);
});

test('a cart with a problem leads to no checkout', () => {
  render(<CartPage {...page} contents={{ ...page.contents, can_check_out: false }} />);
  expect(screen.queryByRole('link', { name: 'Checkout' })).toBeNull();
});

test('when the answer is no page, the form goes the plain way', async () => {
  const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
  answering({ '/cart/': new TypeError('Failed to fetch') });
  render(<CartPage {...page} />);
  await userEvent.click(screen.getByRole('button', { name: 'Remove Quinta da Lomba Reserva (2021 · 750 ml)' }));
  await vi.waitFor(() => expect(submit).toHaveBeenCalled());
});

test('a page that comes back out of the browser’s memory shows the cart of now', async () => {
  answering({ '/cart/': answer });
  render(<CartPage {...page} />);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(await screen.findByText('$61.00')).toBeVisible();
});
