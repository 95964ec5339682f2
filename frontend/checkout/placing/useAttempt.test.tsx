import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { makeProvider } from '../../fixtures/payment';
import { PaymentError } from '../../payment/paymentErrors';
import { useAttempt } from './useAttempt';

function attempting() {
  const callbacks = { onErrors: vi.fn(), onFieldProblem: vi.fn() };
  const { result } = renderHook(() => useAttempt({ current: null }, provider, callbacks));
  return { callbacks, result };
}

const provider = makeProvider();

test('what nobody expected is told in general words, and not hidden', async () => {
  const { callbacks, result } = attempting();
  const fault = new TypeError('x is not a function');
  await act(() => expect(result.current.attempt(() => Promise.reject(fault))).rejects.toBe(fault));
  expect(callbacks.onErrors).toHaveBeenCalledWith([{ field: '', text: provider.genericErrorMessage }]);
  expect(result.current.busy).toBe(false);
});

test('a payment that did not happen is told in its own words', async () => {
  const { callbacks, result } = attempting();
  await act(() => result.current.attempt(() => Promise.reject(new PaymentError('Declined.', false, 'billing_city'))));
  expect(callbacks.onErrors).toHaveBeenCalledWith([{ field: 'billing_city', text: 'Declined.' }]);
});

test('what leaves the page stays busy', async () => {
  const { result } = attempting();
  await act(() => result.current.attempt(async () => true));
  expect(result.current.busy).toBe(true);
});
