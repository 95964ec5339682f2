import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Field } from './Field';
import { makeField } from './makeField';

const password = makeField('password', 'Password', { kind: 'password', autocomplete: 'new-password' });
const described = makeField('phone', 'Phone', { hint: 'So the courier can reach you.' });
const fold = () => screen.getByText('So the courier can reach you.').parentElement?.parentElement;

test('a password can be looked at, by a button that says which state comes next', async () => {
  render(<Field field={password} error="" />);
  const input = screen.getByLabelText('Password');
  await userEvent.type(input, 'riesling');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(input).toHaveAttribute('type', 'text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(input).toHaveAttribute('type', 'password');
  expect(input).toHaveValue('riesling');
  expect(input).toHaveAttribute('autocomplete', 'new-password');
});

test('a shown password is hidden again when its form is sent', async () => {
  render(
    <form onSubmit={(event) => event.preventDefault()}>
      <Field field={password} error="" />
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  const input = screen.getByLabelText<HTMLInputElement>('Password');
  fireEvent.submit(input.form as HTMLFormElement);
  expect(input).toHaveAttribute('type', 'password');
});

test('a description belongs to its field, folded or not', () => {
  render(<Field field={described} error="" />);
  expect(screen.getByLabelText('Phone')).toHaveAccessibleDescription('So the courier can reach you.');
});

test('Escape folds the description, the next focus opens it', async () => {
  render(<Field field={described} error="" />);
  await userEvent.click(screen.getByLabelText('Phone'));
  expect(fold()).not.toHaveAttribute('data-shut');
  await userEvent.keyboard('{Escape}');
  expect(fold()).toHaveAttribute('data-shut');
  await userEvent.tab();
  await userEvent.tab();
  expect(fold()).not.toHaveAttribute('data-shut');
});

test('a click outside the field folds the description, one inside opens it', async () => {
  render(<Field field={described} error="" />);
  await userEvent.click(screen.getByLabelText('Phone'));
  fireEvent.pointerDown(document.body);
  expect(fold()).toHaveAttribute('data-shut');
  await userEvent.click(screen.getByLabelText('Phone'));
  expect(fold()).not.toHaveAttribute('data-shut');
});

test('while a pointer is pressed, an open description keeps its height', async () => {
  render(<Field field={described} error="" />);
  const description = fold() as HTMLElement;
  const height = vi.spyOn(description, 'offsetHeight', 'get').mockReturnValue(24);
  fireEvent.pointerDown(document.body);
  expect(description.style.blockSize).toBe('24px');
  fireEvent.pointerUp(document.body);
  await vi.waitFor(() => expect(description.style.blockSize).toBe(''));
  height.mockReturnValue(0);
  fireEvent.pointerDown(screen.getByLabelText('Phone'));
  expect(description.style.blockSize).toBe(''); // it is what opens
});
