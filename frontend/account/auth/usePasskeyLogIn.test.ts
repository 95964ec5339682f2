import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { later } from '../../testing/network';
import { askForPasskey, offerPasskeys } from './passkeyLogIn';
import { usePasskeyLogIn } from './usePasskeyLogIn';

vi.mock('./passkeyLogIn', () => ({ askForPasskey: vi.fn(), offerPasskeys: vi.fn() }));

const named = (name: string, message: string) => Object.assign(new Error(message), { name });

beforeEach(() => {
  vi.mocked(offerPasskeys).mockReset();
  vi.stubGlobal('PublicKeyCredential', {});
  return () => vi.unstubAllGlobals();
});

async function open() {
  const { result, unmount } = renderHook(() => usePasskeyLogIn('token', '/cart/'));
  await waitFor(() => expect(offerPasskeys).toHaveBeenCalledOnce());
  const offered = vi.mocked(offerPasskeys).mock.calls[0]?.[0];
  if (!offered) throw new Error('nothing is offered');
  return { result, offered, unmount };
}

test.each([
  ['the store’s own words', named('PasskeyError', 'Not accepted.'), 'Not accepted.'],
  ['that the store was not reached, for what it has to sign', new TypeError('no options'), /reach the store/],
  ['that no passkey was used, for what the browser says', named('NotAllowedError', 'x'), /passkey was not used/],
])('a press that fails says %s', async (_, error, words) => {
  vi.mocked(askForPasskey).mockRejectedValueOnce(error);
  const { result } = await open();
  await act(() => result.current.press());
  expect([result.current.problem, result.current.busy]).toEqual([expect.stringMatching(words), false]);
});

test('a passkey that a field offered is waited for, and said to be refused', async () => {
  const { result, offered } = await open();
  for (const _ of [1, 2]) {
    act(() => offered.onChosen());
    expect([result.current.problem, result.current.busy]).toEqual(['', true]); // so the next alert is read out again
    act(() => offered.onStayed('Not accepted.'));
    expect([result.current.problem, result.current.busy]).toEqual(['Not accepted.', false]);
  }
});

test('a form that is closed tells a press so', async () => {
  vi.mocked(askForPasskey).mockResolvedValueOnce();
  const { result, unmount } = await open();
  await act(() => result.current.press());
  const signal = vi.mocked(askForPasskey).mock.lastCall?.[1];
  expect(signal?.aborted).toBe(false);
  unmount();
  expect(signal?.aborted).toBe(true);
});

test('the button can be pressed on a page that Back shows again', async () => {
  const left = later<void>();
  vi.mocked(askForPasskey).mockReturnValueOnce(left.promise);
  const { result } = await open();
  act(() => void result.current.press());
  expect(result.current.busy).toBe(true);
  await act(async () => left.settle());
  expect([result.current.problem, result.current.busy]).toEqual(['', false]);
});
