import { fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeCard } from '../../fixtures/parts';
import { WineCard } from '../WineCard';

const loaded: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  loaded.length = 0;
  // jsdom loads no pictures, and does not know when they are to be loaded.
  Object.defineProperty(HTMLImageElement.prototype, 'loading', {
    configurable: true,
    set(this: HTMLImageElement) {
      loaded.push(this.previousElementSibling?.getAttribute('sizes') ?? '');
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(HTMLImageElement.prototype, 'loading');
});

function show() {
  const { container } = render(<WineCard card={makeCard()} onScreen={false} />);
  return container.querySelector('article') as HTMLElement;
}

test('a mouse that rests on a card has the picture fetched as wide as the page draws it', () => {
  fireEvent.pointerEnter(show(), { pointerType: 'mouse' });
  vi.advanceTimersByTime(199);
  expect(loaded).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(loaded).toEqual([expect.stringContaining('38vw')]);
});

test('a mouse that only passes, and a finger that scrolls, fetch nothing', () => {
  const card = show();
  fireEvent.pointerEnter(card, { pointerType: 'mouse' });
  fireEvent.pointerLeave(card, { pointerType: 'mouse' });
  fireEvent.pointerEnter(card, { pointerType: 'touch' });
  vi.runAllTimers();
  expect(loaded).toEqual([]);
});

test('a press fetches at once on a link, and on no button', () => {
  const card = show();
  fireEvent.pointerDown(card.querySelector('button') as HTMLElement, { pointerType: 'touch' });
  vi.runAllTimers();
  expect(loaded).toEqual([]);
  fireEvent.pointerDown(card.querySelector('h3 a') as HTMLElement, { pointerType: 'touch' });
  vi.advanceTimersByTime(0);
  expect(loaded).toHaveLength(1);
});
