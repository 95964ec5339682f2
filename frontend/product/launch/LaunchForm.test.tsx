import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { LaunchForm } from './LaunchForm';

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = vi.fn(function (this: HTMLDialogElement) {
    this.open = true;
  });
  HTMLDialogElement.prototype.close = vi.fn(function (this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  });
});

async function send(response: () => Promise<Response>) {
  const posted = vi.spyOn(window, 'fetch').mockImplementation(response);
  render(<LaunchForm productId={7} consent="One email." />);
  await userEvent.type(screen.getByLabelText('Email address'), 'ada@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Notify me' }));
  return posted;
}

test('a dialog says to wait, then what the store answers, and the field is emptied', async () => {
  let finish: (response: Response) => void = () => {};
  const posted = await send(
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  await waitFor(() => expect(screen.getByText('Please Wait!')).toBeVisible());
  expect(screen.getByText('Saving email address...')).toBeVisible();
  const note = 'Please press the link.';
  finish(Response.json({ title: 'Thank You!', message: 'We will notify you.', status: 'success', note }));
  await waitFor(() => expect(screen.getByText('Thank You!')).toBeVisible());
  expect(screen.getByText(note)).toBeVisible();
  const body = posted.mock.calls[0]?.[1]?.body as URLSearchParams;
  expect(Object.fromEntries(body)).toMatchObject({ action: 'wcp_save_email', id: '7', email: 'ada@example.com' });
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText('Email address')).toHaveValue('');
});

test('an answer comes also to whoever closed the dialog meanwhile', async () => {
  let finish: (response: Response) => void = () => {};
  await send(() => new Promise((resolve) => (finish = resolve)));
  await screen.findByText('Please Wait!');
  screen.getByRole<HTMLDialogElement>('dialog').close();
  finish(Response.json({ title: 'Error', message: 'Too many tries.', status: 'error' }));
  await waitFor(() => expect(screen.getByText('Too many tries.')).toBeVisible());
  expect(screen.getByRole<HTMLDialogElement>('dialog').open).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an address that could not be saved stays in the field', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await send(async () => Promise.reject(new TypeError('offline')));
  await userEvent.click(await screen.findByRole('button', { name: 'OK' }));
  expect(screen.getByLabelText('Email address')).toHaveValue('ada@example.com');
});
