import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FormEvent, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { QuantityField } from './QuantityField';

function Bottles({ start = 2, most = 12 }: { start?: number; most?: number }) {
  const [quantity, setQuantity] = useState(start);
  return <QuantityField name="quantity" label="Quantity of Brut" value={quantity} most={most} onChange={setQuantity} />;
}

const field = () => screen.getByRole('spinbutton', { name: 'Quantity of Brut' });

test.each([
  ['the + button', '+', 3],
  ['the − button', '−', 1],
])('%s changes the quantity by one', async (_what, sign, expected) => {
  render(<Bottles />);
  await userEvent.click(screen.getByText(sign));
  expect(field()).toHaveValue(expected);
});

test.each([
  ['{ArrowUp}', 3],
  ['{ArrowDown}', 1],
  ['{PageUp}', 8],
  ['{PageDown}', 1],
  ['{Home}', 1],
  ['{End}', 12],
])('%s steps', async (key, expected) => {
  render(<Bottles />);
  await userEvent.type(field(), key);
  expect(field()).toHaveValue(expected);
});

test.each([
  ['5', 5, ''],
  ['40', 2, 'Maximum Quantity: 12'],
  ['0', 2, 'The smallest quantity is 1.'],
  ['1.5', 2, 'Enter a whole number of bottles.'],
  ['1000000000', 2, 'Maximum Quantity: 12'],
])('typing %s leaves %i and says “%s”', async (typed, expected, words) => {
  render(<Bottles />);
  await userEvent.clear(field());
  await userEvent.type(field(), typed);
  await userEvent.tab();
  expect(field()).toHaveValue(expected);
  expect(screen.getByRole('status')).toHaveTextContent(words);
});

test.each([
  ['40', 0],
  ['6', 1],
])('Enter behind %s sends the form %i times', async (typed, times) => {
  const submit = vi.fn((event: FormEvent) => event.preventDefault());
  render(
    <form onSubmit={submit}>
      <Bottles />
      <button type="submit">Send</button>
    </form>,
  );
  await userEvent.clear(field());
  await userEvent.type(field(), `${typed}{Enter}`);
  expect(submit).toHaveBeenCalledTimes(times);
});

test('what was wrong is taken back as soon as something else is typed', async () => {
  render(<Bottles />);
  await userEvent.clear(field());
  await userEvent.type(field(), '40');
  await userEvent.tab();
  expect(screen.getByRole('status')).toHaveTextContent('Maximum Quantity: 12');
  await userEvent.clear(field());
  await userEvent.type(field(), '6');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  expect(field()).not.toHaveAttribute('aria-invalid');
});

test('what was wrong with one bottle is not told of another', async () => {
  const { rerender } = render(<Bottles />);
  await userEvent.clear(field());
  await userEvent.type(field(), '40');
  await userEvent.tab();
  rerender(<Bottles most={60} />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('never goes beyond 999, whatever the stock', () => {
  render(<Bottles most={100_000} />);
  expect(field()).toHaveAttribute('max', '999');
});

test('the buttons stop at the ends', () => {
  render(<Bottles start={1} most={1} />);
  expect(screen.getByRole('button', { name: 'Fewer' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'More' })).toBeDisabled();
});
