import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { makeForms } from '../../fixtures/logIn';
import { browser } from '../../lib/go';
import { LogInToggle } from './LogInToggle';
import { SHOW_SECTION } from './useAuthForms';

const URL = '/my-source/?section=login&next=%2Fcheckout%2F';
const TITLE = 'Returning customer? Click here to log in';
let went: string[] = [];

beforeEach(() => {
  went = [];
  vi.spyOn(browser, 'go').mockImplementation((url) => void went.push(url));
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    return new Response(JSON.stringify({ forms: makeForms({ section: 'login' }) }));
  });
});

const toggle = () => screen.getByText(TITLE);
const details = () => toggle().closest('details');

test('without JavaScript it is a link to the form’s own page', () => {
  document.body.innerHTML = renderToString(<LogInToggle url={URL} />);
  expect(screen.getByRole('link', { name: TITLE })).toHaveAttribute('href', URL);
});

test('the form comes when it is wanted, once', async () => {
  render(<LogInToggle url={URL} />);
  expect(fetch).not.toHaveBeenCalled();
  const user = userEvent.setup();
  await user.click(toggle());
  expect(await screen.findByRole('heading', { name: 'Login', level: 2 })).toBeVisible();
  await user.click(toggle());
  await user.click(toggle());
  expect(fetch).toHaveBeenCalledOnce();
  expect(went).toEqual([]);
});

test('where it does not come, the shopper is led to the form’s own page', async () => {
  vi.mocked(fetch).mockRejectedValue(new TypeError('Failed to fetch'));
  render(<LogInToggle url={URL} />);
  const user = userEvent.setup();
  await user.hover(toggle());
  expect(went).toEqual([]);
  await user.click(toggle());
  await waitFor(() => expect(went).toEqual([URL]));
});

test('a link to another form of it unfolds it', async () => {
  render(<LogInToggle url={URL} />);
  const user = userEvent.setup();
  await user.click(toggle());
  await screen.findByRole('heading', { name: 'Login' });
  await user.click(toggle());
  expect(details()).not.toHaveAttribute('open');
  act(() => void document.dispatchEvent(new CustomEvent(SHOW_SECTION, { detail: 'register' })));
  expect(details()).toHaveAttribute('open');
  expect(await screen.findByRole('heading', { name: 'Sign up' })).toBeVisible();
  expect(screen.getByLabelText('Email address')).toHaveFocus();
});
