import { expect, test, vi } from 'vitest';
import type { Metric } from 'web-vitals';
import { reportVitals } from './reportVitals';

vi.mock('web-vitals', () => {
  const say = (name: string, value: number) => (report: (metric: Metric) => void) => report({ name, value } as Metric);
  return { onLCP: say('LCP', 1234.5), onINP: say('INP', 48), onCLS: say('CLS', 0.0421), onTTFB: say('TTFB', 80.2) };
});

test('vitals are whole numbers', () => {
  const report = vi.fn();
  reportVitals(report);
  expect(report.mock.calls).toEqual([
    [{ t: 'vital', p: '/', k: 'LCP', n: 1235 }],
    [{ t: 'vital', p: '/', k: 'INP', n: 48 }],
    [{ t: 'vital', p: '/', k: 'CLS', n: 42 }],
    [{ t: 'vital', p: '/', k: 'TTFB', n: 80 }],
  ]);
});
