import { fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { afterPress } from './afterPress';

test('without a pressed pointer it is done at once', () => {
  const done = vi.fn();
  afterPress(done);
  expect(done).toHaveBeenCalledOnce();
});

test.each(['pointerUp', 'pointerCancel'] as const)('while a pointer is pressed it waits until %s', async (end) => {
  const done = vi.fn();
  fireEvent.pointerDown(document.body);
  afterPress(done);
  fireEvent[end](document.body);
  expect(done).not.toHaveBeenCalled(); // the click comes first
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
});

test.each([
  ['a list opens', 'select', 0],
  ['a menu opens', 'p', 2],
])('where %s, nothing waits: its end may never be told', (_what, name, button) => {
  const element = document.body.appendChild(document.createElement(name));
  const done = vi.fn();
  fireEvent.pointerDown(element, { button });
  afterPress(done);
  expect(done).toHaveBeenCalledOnce();
});
