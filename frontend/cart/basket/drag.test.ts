import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeDraggable } from './drag';

const seen = { onStart: vi.fn(), onMove: vi.fn(), onEnd: vi.fn() };
const opened = vi.fn();
let basket: HTMLElement;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  basket = document.createElement('button');
  document.body.append(basket);
  stop = makeDraggable(basket, seen);
  basket.addEventListener('click', opened);
});

afterEach(() => {
  stop();
  basket.remove();
  vi.useRealTimers();
});

function pressFor(milliseconds: number): void {
  fireEvent.pointerDown(basket, { isPrimary: true, button: 0, clientX: 100, clientY: 100 });
  vi.advanceTimersByTime(milliseconds);
  fireEvent.pointerMove(basket, { clientX: 70, clientY: 140 });
  fireEvent.pointerUp(basket);
  fireEvent.click(basket);
}

test('a press of up to 200 ms is a click', () => {
  pressFor(199);
  expect(opened).toHaveBeenCalledOnce();
  expect(seen.onMove).not.toHaveBeenCalled();
  expect(seen.onEnd).not.toHaveBeenCalled();
});

test('a press held longer is a drag and no click', () => {
  pressFor(201);
  expect(seen.onStart).toHaveBeenCalledOnce();
  expect(seen.onMove).toHaveBeenCalledWith(-30, 40);
  expect(seen.onEnd).toHaveBeenCalledOnce();
  expect(opened).not.toHaveBeenCalled();
});

test('the click after a drag opens again', () => {
  pressFor(500);
  pressFor(50);
  expect(opened).toHaveBeenCalledOnce();
});

test('a key press is a click', () => {
  basket.click();
  expect(opened).toHaveBeenCalledOnce();
});

test('the right mouse button drags nothing', () => {
  fireEvent.pointerDown(basket, { isPrimary: true, button: 2 });
  vi.advanceTimersByTime(500);
  expect(seen.onStart).not.toHaveBeenCalled();
});
