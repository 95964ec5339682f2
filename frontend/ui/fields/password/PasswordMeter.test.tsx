import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Field } from '../Field';
import { makeField } from '../makeField';
import samples from './passwordSamples.json';
import { passwordScore } from './passwordScore';

const STRONG = 'violet tractor seven moons';

function field(name: string, kind = 'password', autocomplete = 'new-password') {
  return makeField(name, name, { kind, autocomplete });
}

function show(attributes: object = {}) {
  render(
    <form {...attributes}>
      <button type="submit" hidden tabIndex={-1} />
      <button type="submit">Apply coupon</button>
      <Field field={field('Last name', 'text', 'billing family-name')} error="" />
      <Field field={field('Password')} error="" />
      <Field field={field('Again')} error="" />
      <button type="submit">Sign Up</button>
    </form>,
  );
  return userEvent.setup();
}

const button = (name: string) => screen.getByRole('button', { name });
const label = () => screen.getByRole('status');

test('the label says how strong a password is, and the form cannot be sent while it is weak', async () => {
  const user = show();
  expect(screen.queryByRole('status')).toBeNull();
  await user.type(screen.getByLabelText('Password'), 'riesling');
  await waitFor(() => expect(label()).toHaveTextContent('Weak - Please enter a stronger password.'));
  expect(label()).toHaveClass('bad');
  expect(screen.getByText(/^Hint: The password should be at least twelve characters long/)).toBeVisible();
  expect(button('Sign Up')).toBeDisabled();
  expect(button('Sign Up')).toHaveAccessibleDescription(/Please enter a stronger password/);
  expect(document.querySelector('button[hidden]')).toBeDisabled(); // what Enter in a field presses
  expect(button('Apply coupon')).toBeEnabled();
  await user.clear(screen.getByLabelText('Password'));
  expect(label()).toHaveTextContent('');
  expect(button('Sign Up')).toBeEnabled();
  await user.type(screen.getByLabelText('Password'), STRONG);
  expect(label()).toHaveTextContent('Strong');
  expect(label()).toHaveClass('strong');
  expect(button('Sign Up')).toBeEnabled();
  expect(screen.queryByText(/^Hint/)).toBeNull();
});

test('a form that tells of a weak password itself can be sent, and reads from the field what to tell', async () => {
  const user = show({ 'data-weak-password-error': '' });
  const input = screen.getByLabelText<HTMLInputElement>('Password');
  await user.type(input, 'riesling');
  await waitFor(() => expect(input.validationMessage).toBe('Please enter a stronger password.'));
  expect(button('Sign Up')).toBeEnabled();
  await user.clear(input);
  await user.type(input, STRONG);
  expect(input.validationMessage).toBe('');
});

test('a password that is not repeated alike is a mismatch', async () => {
  const user = show();
  await user.type(screen.getByLabelText('Password'), STRONG);
  await user.type(screen.getByLabelText('Again'), 'violet');
  await waitFor(() => expect(label()).toHaveTextContent('Mismatch'));
  expect(label()).toHaveClass('mismatch');
  expect(screen.getAllByRole('status')).toHaveLength(1);
  await user.type(screen.getByLabelText('Again'), STRONG.slice('violet'.length));
  expect(label()).toHaveTextContent('Strong');
});

test('a password that was typed before the page worked is measured', async () => {
  const place = document.createElement('div');
  document.body.append(place);
  const form = (
    <form>
      <Field field={field('Password')} error="" />
      <button type="submit">Sign Up</button>
    </form>
  );
  place.innerHTML = renderToString(form);
  screen.getByLabelText<HTMLInputElement>('Password').value = 'riesling';
  const root = await act(async (): Promise<Root> => hydrateRoot(place, form));
  await waitFor(() => expect(label()).toHaveTextContent('Weak - Please enter a stronger password.'));
  expect(screen.getByLabelText('Password')).toHaveValue('riesling');
  await act(async () => root.unmount());
  place.remove();
});

test('what the owner is called makes a password weaker', async () => {
  const user = show();
  await user.type(screen.getByLabelText('Password'), 'zwetschgenbaum9');
  await waitFor(() => expect(label()).toHaveTextContent('Strong'));
  await user.type(screen.getByLabelText('Last name'), 'Zwetschgenbaum');
  expect(label()).toHaveTextContent('Weak - Please enter a stronger password.');
});

test('a password that is not sent keeps no form back', async () => {
  const user = show();
  const input = screen.getByLabelText<HTMLInputElement>('Password');
  await user.type(input, 'riesling');
  await waitFor(() => expect(button('Sign Up')).toBeDisabled());
  input.checkVisibility = () => false;
  await user.type(screen.getByLabelText('Last name'), 'Q');
  expect(button('Sign Up')).toBeEnabled();
});

test('the scores are those that were compared with the store’s', () => {
  const accepted = samples.map(({ password }) => passwordScore(password, ['Vintner']) >= 3);
  expect(accepted).toEqual(samples.map(({ browser }) => browser));
});
