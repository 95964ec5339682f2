import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { SortForm } from './SortForm';

const OPTIONS = [
  { value: 'menu_order', label: 'Default sorting' },
  { value: 'price', label: 'Sort by price: low to high' },
];

function show() {
  const submitted = vi.fn((event: Event) => event.preventDefault());
  render(
    <SortForm
      action="/shop/"
      sort="menu_order"
      options={OPTIONS}
      other_parameters={[{ name: 'colour', value: 'red' }]}
    />,
  );
  document.addEventListener('submit', submitted, { once: true });
  return submitted;
}

const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort order' });

test('a choice made with the pointer submits at once', async () => {
  const submitted = show();
  await userEvent.selectOptions(select(), 'price');
  expect(submitted).toHaveBeenCalledOnce();
});

test('going through the choices with the arrow keys does not, until Enter', () => {
  const submitted = show();
  fireEvent.keyDown(select(), { key: 'ArrowDown' });
  fireEvent.change(select(), { target: { value: 'price' } });
  expect(submitted).not.toHaveBeenCalled();
  fireEvent.keyDown(select(), { key: 'Enter' });
  expect(submitted).toHaveBeenCalledOnce();
});

test('works without JavaScript: a form with a button', () => {
  show();
  expect(select().form).toHaveAttribute('method', 'get');
  expect(screen.getByRole('button', { name: 'Go' })).toHaveAttribute('type', 'submit');
});

test('a new order keeps what else was chosen', () => {
  show();
  const form = select().form as HTMLFormElement;
  expect(new URLSearchParams(new FormData(form) as never).toString()).toBe('orderby=menu_order&colour=red');
});
