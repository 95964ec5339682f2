import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { makeEraseAccount, makePrivacy } from '../../fixtures/privacy';
import { browser } from '../../lib/go';
import EraseAccountPage from './EraseAccountPage';
import PrivacyPage from './PrivacyPage';

test('an archive that is being made cannot be asked for again', () => {
  render(<PrivacyPage {...makePrivacy({ state: 'waiting', about: 'Your archive is being made.' })} />);
  expect(screen.getByText('Your archive is being made.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /archive/ })).toBeNull();
  expect(screen.getByRole('link', { name: 'See whether it is ready' })).toHaveAttribute('href', '/my-source/privacy/');
});

test('the page is reloaded once the archive is ready, and not before', async () => {
  vi.useFakeTimers();
  const states = ['waiting', 'ready'];
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(makePrivacy({ state: states.shift() ?? '' })));
  const reload = vi.spyOn(browser, 'reload').mockReturnValue();
  render(<PrivacyPage {...makePrivacy({ state: 'waiting' })} />);
  await vi.advanceTimersByTimeAsync(4000);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(4000);
  expect(reload).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

test('there is no form to erase an account while something stands against it', () => {
  const { unmount } = render(<EraseAccountPage {...makeEraseAccount()} />);
  expect(screen.getByRole('button', { name: 'Close and erase my account' })).toBeVisible();
  unmount();
  render(<EraseAccountPage {...makeEraseAccount({ obstacles: ['Order 7 is not finished.'], fields: [] })} />);
  expect(screen.getByText('Order 7 is not finished.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Close and erase my account' })).toBeNull();
});
