import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Countdown } from './Countdown';

const HOUR = 3_600_000;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'performance', 'Date'] });
});
afterEach(() => vi.useRealTimers());

function answer(left: Record<string, number>, spread = 0) {
  return vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({ left, spread }));
}

async function pass(milliseconds: number) {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

test('several countdowns run by the time that one answer of the store gives, whatever the clock says', async () => {
  const fetched = answer({ 7: 49 * HOUR + 61_000, 8: 5000 });
  vi.setSystemTime(new Date('2001-01-01'));
  render(
    <>
      <Countdown productId={7} />
      <Countdown productId={8} />
    </>,
  );
  await vi.dynamicImportSettled();
  await pass(10);
  const [first, second] = screen.getAllByRole('timer');
  expect(first).toHaveTextContent('02 Days 01 Hours 01 Minutes 01 Seconds');
  await pass(2000);
  expect(first).toHaveTextContent('02 Days 01 Hours 00 Minutes 59 Seconds');
  expect(second).toHaveTextContent('00 Days 00 Hours 00 Minutes 03 Seconds');
  expect(fetched).toHaveBeenCalledOnce();
});

test.each([10, -10])('a clock that is set by %i minutes while it runs changes nothing', async (minutes) => {
  answer({ 7: HOUR });
  render(<Countdown productId={7} />);
  await vi.dynamicImportSettled();
  await pass(10);
  vi.setSystemTime(Date.now() + minutes * 60_000);
  await pass(5000);
  expect(screen.getByRole('timer')).toHaveTextContent('00 Days 00 Hours 59 Minutes 55 Seconds');
});

test('the page is loaded anew once, when a countdown ends', async () => {
  answer({ 9: 3000 });
  const { browser } = await import('../lib/go'); // the countdown's own, after the reset of modules
  const reload = vi.spyOn(browser, 'reload').mockReturnValue();
  render(<Countdown productId={9} />);
  await vi.dynamicImportSettled();
  await pass(2900);
  expect(reload).not.toHaveBeenCalled();
  await pass(2000);
  expect(reload).toHaveBeenCalledOnce();
});

test('at the opening of the store the address is opened, so that no form is sent again', async () => {
  const fetched = answer({ opening: 3000 });
  const { browser } = await import('../lib/go');
  const go = vi.spyOn(browser, 'go').mockReturnValue();
  render(<Countdown label="Time until the opening" />);
  await vi.dynamicImportSettled();
  await pass(10);
  expect(screen.getByRole('timer', { name: 'Time until the opening' })).toHaveTextContent('03 Seconds');
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/coming-soon/countdown/']);
  await pass(4000);
  expect(go).toHaveBeenCalledExactlyOnceWith('/');
});

test('nothing is shown as long as the store has not answered', async () => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('offline'));
  render(<Countdown productId={7} />);
  await vi.dynamicImportSettled();
  await pass(10);
  expect(screen.queryByRole('timer')).toBeNull();
});
