import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeProduct } from '../../fixtures/product';
import { CONSENT_CHANGED } from '../../lib/consent';
import { RecentPlace } from './RecentPlace';
import { RECENT, recentWines, rememberWine } from './recentWines';

const wine = (id: number) => ({ id, url: `/product/${id}/`, title: `Wine ${id}`, producer: '', image: null });
const ids = (except = 0) => recentWines(except).map(({ id }) => id);
let near: (entries: { isIntersecting: boolean }[]) => void = () => undefined;

function setConsent(value: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: what the server does
  document.cookie = `vintner_consent=${value}; path=/`;
}

/** Open the page of a wine and scroll to its foot. */
async function visit(id: number) {
  const product = makeProduct({ product_id: id, url: `/product/${id}/`, title: `Wine ${id}` });
  const page = render(<RecentPlace product={product} />);
  await act(async () => near([{ isIntersecting: true }]));
  return page;
}

beforeEach(() => {
  setConsent('2.g');
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callBack: typeof near) {
        near = callBack;
      }
      observe() {}
      disconnect() {}
    },
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  setConsent('');
});

test('wines are remembered latest first, each once, and seven at most', () => {
  for (const id of [1, 2, 3, 4, 5, 6, 7, 8, 2]) rememberWine(wine(id));
  expect(ids()).toEqual([2, 8, 7, 6, 5, 4, 3]);
  expect(ids(2)).not.toContain(2);
});

test('without consent nothing is remembered, and what was is forgotten', () => {
  rememberWine(wine(1));
  setConsent('2.a');
  rememberWine(wine(2));
  expect(ids()).toEqual([]);
  expect(localStorage).toHaveLength(0);
});

test.each([
  'not JSON',
  'null',
  '{}',
  '[null]',
  '[{"id":1}]',
  '[{"id":1,"url":"/a/"}]',
  '[{"id":1,"title":"A","url":"javascript:0"}]',
])('what cannot be read counts as absent: %s', (stored) => {
  localStorage.setItem(RECENT, stored);
  expect(ids()).toEqual([]);
});

test('forbidden storage breaks nothing', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied');
  });
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied');
  });
  const { container } = await visit(1);
  expect(container).toHaveTextContent('');
});

test('the first wine of a visit shows none', async () => {
  const { container } = await visit(1);
  expect(container).toHaveTextContent('');
  expect(ids()).toEqual([1]);
});

test('those before it come with its place, and “Clear” forgets them all', async () => {
  rememberWine({ ...wine(1), producer: 'Zimbral' });
  await visit(2);
  const list = within(await screen.findByRole('region', { name: 'Recently viewed' }));
  expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/product/1/']);
  await userEvent.click(list.getByRole('button', { name: 'Clear recently viewed' }));
  expect(screen.queryByRole('region')).toBeNull();
  expect(screen.getByText('Your recently viewed wines are cleared.')).toHaveFocus();
  expect(localStorage).toHaveLength(0);
});

test('they disappear when the consent is withdrawn', async () => {
  rememberWine(wine(1));
  await visit(2);
  expect(await screen.findByRole('region', { name: 'Recently viewed' })).toBeVisible();
  setConsent('2.d');
  act(() => void window.dispatchEvent(new Event(CONSENT_CHANGED)));
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  expect(localStorage).toHaveLength(0);
});

test('a wine is remembered when its page is left before the browser has nothing else to do', async () => {
  vi.stubGlobal('requestIdleCallback', () => 0);
  await visit(1);
  expect(ids()).toEqual([]);
  window.dispatchEvent(new Event('pagehide'));
  expect(ids()).toEqual([1]);
});

test('a page that is left later does not move its wine to the front again', async () => {
  await visit(1);
  await waitFor(() => expect(ids()).toEqual([1]));
  rememberWine(wine(2)); // in another tab
  window.dispatchEvent(new Event('pagehide'));
  expect(ids()).toEqual([2, 1]);
});

test('the server’s HTML is taken over as it is', async () => {
  rememberWine(wine(1));
  const place = <RecentPlace product={makeProduct({ product_id: 2 })} />;
  const root = document.createElement('div');
  root.innerHTML = renderToString(place);
  expect(root.innerHTML).toBe('<div></div>');
  const hydrated = await act(async () => hydrateRoot(root, place)); // a mismatch fails the test (testing/setup.ts)
  expect(root.innerHTML).toBe('<div></div>');
  act(() => hydrated.unmount());
});
