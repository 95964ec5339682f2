import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { browser } from '../lib/go';
import { LookAgain } from './LookAgain';

test('the page is loaded anew after so many seconds, once', () => {
  vi.useFakeTimers();
  const reload = vi.spyOn(browser, 'reload').mockImplementation(() => undefined);
  render(<LookAgain after={5} />);
  vi.advanceTimersByTime(4_999);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(reload).toHaveBeenCalledOnce();
});

test('and never when there is nothing to wait for, or the page was left', () => {
  vi.useFakeTimers();
  const reload = vi.spyOn(browser, 'reload').mockImplementation(() => undefined);
  render(<LookAgain after={0} />);
  render(<LookAgain after={5} />).unmount();
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
});
