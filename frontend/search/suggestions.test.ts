import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSearch, type Group } from './suggestions';

const wine = (label: string) => ({ label, url: `/product/${label}/`, detail: '', price: '$9.00', thumb: '' });
let answers: Record<string, (body: string) => void>;

beforeEach(() => {
  vi.useFakeTimers();
  answers = {};
  vi.stubGlobal('fetch', (url: string) => {
    const typed = new URLSearchParams(url.split('?')[1]).get('q') ?? '';
    return new Promise((resolve) => {
      answers[typed] = (body) => resolve(new Response(body));
    });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const answer = (typed: string) => answers[typed]?.(JSON.stringify({ wines: [wine(typed)], producers: [] }));

test('asks when typing pauses, and the newest answer wins', async () => {
  const results: [string, Group[]][] = [];
  const search = createSearch((typed, groups) => results.push([typed, groups]));
  search('do');
  search('dou');
  await vi.advanceTimersByTimeAsync(200);
  search('douro');
  await vi.advanceTimersByTimeAsync(200);
  expect(Object.keys(answers)).toEqual(['dou', 'douro']);
  answer('douro');
  answer('dou');
  await vi.advanceTimersByTimeAsync(0);
  expect(results.map(([typed]) => typed)).toEqual(['douro']);
  expect(results[0]?.[1].at(-1)?.items[0]?.url).toBe('/?s=douro*&post_type=product');
});

test('an error stays quiet, and too few letters take the list away', async () => {
  const onResults = vi.fn();
  const search = createSearch(onResults);
  search('dou');
  await vi.advanceTimersByTimeAsync(200);
  answers.dou?.('<html>');
  await vi.advanceTimersByTimeAsync(0);
  expect(onResults).not.toHaveBeenCalled();
  search('d');
  expect(onResults).toHaveBeenCalledWith('d', []);
});
