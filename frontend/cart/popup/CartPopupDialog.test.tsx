import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { makeLine } from '../../fixtures/parts';
import type { LineView } from '../../generated/pages';
import { browser } from '../../lib/go';
import { setSection } from '../../lib/sections';
import { answering } from '../../testing/network';
import CartPopupDialog from './CartPopupDialog';

// What is announced a second later must not outlive its test.
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

const OPENING = { modal: true, added: '', item: 0, origin: null, id: 1 };

function cart(...lines: LineView[]) {
  return { count: lines.length, subtotal: '$33.98', saved: '', free_delivery: null, lines, notice: '' };
}

function answer(...lines: LineView[]) {
  const props = JSON.stringify(cart(...lines)).replaceAll('"', '&quot;');
  return { fragments: { x: `<div data-section="CartPopup" data-props="${props}"></div>` }, cart_hash: 'h' };
}

function open(...lines: LineView[]) {
  render(<CartPopupDialog onClosed={() => undefined} opening={OPENING} />);
  act(() => void setSection('CartPopup', cart(...lines)));
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
}

const field = () => screen.getByRole('spinbutton');
const more = () => screen.getByRole('button', { name: 'More' });

test('several presses go out as one change', async () => {
  const sent = answering({ xoo_cp_update_cart: answer(makeLine({ quantity: 4 })) });
  const user = open(makeLine());
  await user.click(more());
  await user.click(more());
  expect(field()).toHaveValue(4);
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(sent.map(({ fields }) => fields.toString())).toEqual([`cart_key=${'a'.repeat(32)}&new_qty=4`]);
  expect(field()).toHaveValue(4);
});

test('above the largest quantity nothing is sent, and it is told beside the field', async () => {
  const sent = answering({});
  const user = open(makeLine({ quantity: 3, most: 3 }));
  await user.click(more());
  expect(screen.getByText('Maximum Quantity: 3')).toBeVisible();
  expect(field()).toHaveAccessibleDescription('Maximum Quantity: 3');
  expect(field()).toHaveValue(3);
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(sent).toEqual([]);
});

test('what the store refuses goes back, and why stands beside the field', async () => {
  answering({
    xoo_cp_update_cart: { error: '<ul><li>We have only 2 left.</li></ul>', message: 'We have only 2 left.' },
  });
  const user = open(makeLine());
  await user.click(more());
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(screen.getByText('We have only 2 left.')).toBeVisible();
  expect(field()).toHaveValue(2);
});

test('minus at one takes the line out, and undo puts it back in its place', async () => {
  const one = makeLine({ quantity: 1 });
  const other = makeLine({ key: 'b'.repeat(32), name: 'Brunello', quantity: 1 });
  const sent = answering({ xoo_cp_update_cart: answer(other), xoo_cp_undo_item: answer(one, other) });
  const user = open(one, other);
  const [fewer] = screen.getAllByRole('button', { name: 'Fewer' });
  if (fewer) await user.click(fewer);
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(sent[0]?.fields.get('new_qty')).toBe('0');
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent);
  expect(rows[0]).toContain('removed.');
  await user.click(screen.getByRole('button', { name: /^Undo/ }));
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(sent[1]?.fields.get('cart_key')).toBe(one.key);
  expect(screen.getAllByRole('spinbutton')).toHaveLength(2);
});

test('a cart is emptied only after a question, and comes back bottle by bottle', async () => {
  const sent = answering({ '/wp-admin/admin-ajax.php': answer(), add_to_cart: answer(makeLine()) });
  const user = open(makeLine());
  await user.click(screen.getByRole('button', { name: 'Empty cart' }));
  expect(screen.getByRole('button', { name: 'No, keep them' })).toHaveFocus();
  expect(sent).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Yes, empty it' }));
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByText('Your cart is empty.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Undo/ }));
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(sent[1]?.fields.toString()).toBe('product_id=21&quantity=2');
  expect(field()).toHaveValue(2);
});

test('a lost connection is told and changes nothing', async () => {
  answering({ xoo_cp_update_cart: new TypeError('Failed to fetch') });
  const user = open(makeLine());
  await user.click(more());
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(screen.getByText(/An error occurred while connecting/)).toBeVisible();
  expect(field()).toHaveValue(2);
});

test('the line that was added is scrolled to, once', async () => {
  const rows: (string | undefined)[] = [];
  HTMLElement.prototype.scrollIntoView = function scroll() {
    rows.push(this.dataset.line);
  };
  const first = makeLine();
  const added = makeLine({ key: 'b'.repeat(32), product_id: 77, variation_id: 78 });
  render(<CartPopupDialog onClosed={() => undefined} opening={{ ...OPENING, added: 'Reserva', item: 77 }} />);
  act(() => void setSection('CartPopup', cart(first)));
  expect(rows).toEqual([]);
  act(() => void setSection('CartPopup', cart(first, added)));
  act(() => void setSection('CartPopup', cart({ ...first, quantity: 5 }, added)));
  expect(rows).toEqual([added.key]);
});

test('what was added is told for a while', async () => {
  render(<CartPopupDialog onClosed={() => undefined} opening={{ ...OPENING, added: 'Reserva' }} />);
  expect(screen.getByText(/Reserva is in your cart/)).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(2600));
  expect(screen.getByText(/Reserva is in your cart/).parentElement).toHaveAttribute('aria-hidden', 'true');
});

const remove = () => screen.getByRole('link', { name: /^Remove / });

test('the link takes its line out in place, and undo stands there', async () => {
  const sent = answering({ remove_from_cart: answer() });
  const user = open(makeLine());
  await user.click(remove());
  expect(sent.map(({ fields }) => fields.toString())).toEqual([`cart_item_key=${'a'.repeat(32)}`]);
  expect(await screen.findByRole('button', { name: /^Undo/ })).toHaveFocus();
});

test('two quick presses on the link take its line out once', async () => {
  const sent = answering({ remove_from_cart: answer() });
  const user = open(makeLine());
  await user.dblClick(remove());
  expect(await screen.findByRole('button', { name: /^Undo/ })).toBeVisible();
  expect(sent).toHaveLength(1);
});

test.each([
  ['an answer without fragments', { success: false }],
  ['a lost connection', new TypeError('Failed to fetch')],
])('%s makes the browser follow the link', async (_what, answered) => {
  const go = vi.spyOn(browser, 'go').mockImplementation(() => undefined);
  answering({ remove_from_cart: answered });
  const user = open(makeLine());
  await user.click(remove());
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith(expect.stringMatching(/remove_item=a{32}&_wpnonce=signed$/)));
});
