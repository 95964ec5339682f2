import { render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useArrival } from './arrival';

function Wine({ hasNotices = false }: { hasNotices?: boolean }) {
  const section = useRef<HTMLDivElement>(null);
  useArrival(section, hasNotices);
  return <div ref={section} />;
}

/** What the browser would answer: kind of visit, the media queries that hold, where the wine begins. */
function visit({ kind = 'navigate', holds = '' } = {}) {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: kind } as unknown as PerformanceNavigationTiming]);
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: holds !== '' && query.includes(holds) }));
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ top: 231 } as DOMRect);
}

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

test.each([
  ['', 231],
  ['max-width: 767px', 131],
])('a fresh visit scrolls to the wine; on a small screen (%s) a little less', (holds, top) => {
  visit({ holds });
  render(<Wine />);
  expect(window.scrollTo).toHaveBeenCalledWith({ top, behavior: 'smooth' });
});

test.each([
  ['a reload', { kind: 'reload' }],
  ['a return', { kind: 'back_forward' }],
  ['less motion asked for', { holds: 'prefers-reduced-motion' }],
])('%s keeps the place', (_what, how) => {
  visit(how);
  render(<Wine />);
  expect(window.scrollTo).not.toHaveBeenCalled();
});

test('a message, a hash or the store notice keeps the place', () => {
  visit();
  render(<Wine hasNotices />);
  window.history.replaceState(null, '', '/#reviews');
  render(<Wine />);
  window.history.replaceState(null, '', '/');
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList);
  render(<aside data-store-notice="1" />);
  render(<Wine />);
  expect(window.scrollTo).not.toHaveBeenCalled();
});

test('who has done something before the page is loaded is left alone', () => {
  visit();
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  render(<Wine />);
  window.dispatchEvent(new Event('wheel'));
  window.dispatchEvent(new Event('load'));
  expect(window.scrollTo).not.toHaveBeenCalled();
});
