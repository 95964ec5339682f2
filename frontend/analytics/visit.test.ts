import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportVitals } from './reportVitals';
import { describeView, reportLater, send, start } from './visit';

vi.mock('./reportVitals', () => ({ reportVitals: vi.fn() }));

const beacon = vi.fn<(address: string, body: string) => boolean>(() => true);

beforeEach(() => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { sendBeacon: beacon }));
});
afterEach(() => {
  beacon.mockClear();
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

function sent(): unknown[] {
  return beacon.mock.calls.flatMap(([, body]) => (JSON.parse(body) as { e: unknown[] }).e);
}

test('a view has the campaign of its address and the page before, without their queries', () => {
  const address = new URL('https://store.example/shop/?utm_source=news&utm_medium=email&key=secret');
  expect(describeView(address, 'https://mail.example/inbox?user=ada#x')).toEqual({
    t: 'view',
    p: '/shop/',
    s: 'news',
    m: 'email',
    r: 'https://mail.example/inbox',
  });
});

test('a paid press is one, though the page before was a search', () => {
  const address = new URL('https://store.example/shop/?gclid=abc&utm_campaign=May');
  expect(describeView(address, 'https://www.google.com/')).toEqual({
    t: 'view',
    p: '/shop/',
    s: 'google',
    m: 'cpc',
    c: 'May',
    r: 'https://www.google.com/',
  });
});

test.each([
  [{ facets: { total: 7 }, search: { close: false } }, 7],
  [{ facets: { total: 7 }, search: { close: true } }, 0],
  [{}, 0],
])('a search has the number of wines that it found', (props, results) => {
  document.body.innerHTML = `<script type="application/json" id="page">${JSON.stringify({ props })}</script>`;
  expect(describeView(new URL('https://store.example/?s=port'), '')).toEqual({
    t: 'view',
    p: '/',
    q: 'port',
    n: results,
  });
});

test('nothing is sent while nothing has gathered, and no more than the server reads', () => {
  send();
  expect(beacon).not.toHaveBeenCalled();
  for (let number = 0; number < 30; number++) reportLater({ t: 'select', p: '/product/a/' });
  send();
  send();
  expect(beacon).toHaveBeenCalledTimes(1);
  expect(sent()).toHaveLength(20);
});

test('a view and a pressed wine are sent at once, what else has gathered when the page is left', async () => {
  document.body.innerHTML = '<main><a href="/product/ruby/"><b>Ruby</b></a><a href="/shop/">Shop</a></main>';
  document.body.addEventListener('click', (event) => event.preventDefault());
  start();
  expect(sent()).toEqual([expect.objectContaining({ t: 'view', p: '/' })]);
  for (const link of document.querySelectorAll<HTMLElement>('b, a[href="/shop/"]')) link.click();
  expect(sent().slice(1)).toEqual([{ t: 'select', p: '/product/ruby/' }]);
  reportLater({ t: 'vital', p: '/', k: 'INP', n: 40 });
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('pagehide'));
  await Promise.resolve();
  expect(sent().slice(2)).toEqual([{ t: 'vital', p: '/', k: 'INP', n: 40 }]);
});

test.each([
  [0.24, 1],
  [0.26, 0],
])('the speed of a quarter of all views is measured', async (chance, times) => {
  vi.mocked(reportVitals).mockClear();
  vi.spyOn(Math, 'random').mockReturnValue(chance);
  start();
  await vi.dynamicImportSettled();
  expect(reportVitals).toHaveBeenCalledTimes(times);
});
