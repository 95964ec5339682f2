import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeDocument, makeListing, makePageCards, makePagination } from '../../fixtures/listing';
import type { ListingPage as Props } from '../../generated/pages';
import { browser } from '../../lib/go';
import { answering, later, type Sent } from '../../testing/network';
import ListingPage from './ListingPage';

/** The document of a page of a listing with `last` pages. */
function page(number: number, last = 9): string {
  const next_url = number < last ? `/shop/page/${number + 1}/` : '';
  const pagination = makePagination(number, { pages: last, next_url });
  return makeDocument(makeListing({ cards: makePageCards(number), pagination }));
}

const names = () => screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent);
const button = (name: string) => screen.findByRole('button', { name });

/** An answer that makes the grid longer than the window again. */
const growing = (html: string) => () => {
  gridEnd = 5000;
  return html;
};

/** jsdom measures nothing: the grid ends at this height of a window of 768 px. */
let gridEnd = 5000;

beforeEach(() => {
  gridEnd = 5000;
  window.history.replaceState(null, '', '/shop/');
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, 0, 300, gridEnd));
});

afterEach(() => vi.unstubAllGlobals());

const show = (over: Partial<Props> = {}) => act(async () => void render(<ListingPage {...makeListing(over)} />));
const scroll = () => act(async () => void fireEvent.scroll(window));

test('the next page comes when the end of the grid is within 50 px of the window', async () => {
  const sent = answering({ '/shop/page/2/': growing(page(2)) });
  await show();
  gridEnd = 819;
  await scroll();
  expect(sent).toEqual([]);
  gridEnd = 818;
  await scroll();
  expect(sent.map(({ url }) => url)).toEqual(['/shop/page/2/']);
  expect(names()).toEqual(['Wine 11', 'Wine 12', 'Wine 21', 'Wine 22']);
});

test('the request says that it is none of the filter', async () => {
  const fetched = vi.fn(async () => new Response(page(2)));
  vi.stubGlobal('fetch', fetched);
  await show();
  await userEvent.click(await button('Load More'));
  expect(fetched).toHaveBeenCalledWith(
    '/shop/page/2/',
    expect.objectContaining({ headers: expect.objectContaining({ 'X-Braapfdisable': '1' }) }),
  );
});

test('the end of the grid is looked at again every 4 seconds', async () => {
  vi.useFakeTimers();
  const sent = answering({ '/shop/page/2/': growing(page(2)) });
  await show();
  gridEnd = 0;
  await act(() => vi.advanceTimersByTimeAsync(3999));
  expect(sent).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(sent).toHaveLength(1);
});

test('three pages come by themselves, the others when asked for', async () => {
  const sent = answering(Object.fromEntries([2, 3, 4, 5].map((each) => [`/shop/page/${each}/`, page(each)])));
  gridEnd = 0;
  await show();
  await scroll();
  expect(sent).toHaveLength(3);
  await userEvent.click(await button('Load More'));
  await scroll();
  expect(sent.at(-1)?.url).toBe('/shop/page/5/');
  expect(sent).toHaveLength(4);
});

test('a failed load loses nothing and can be tried again', async () => {
  let tries = 0;
  const answer = (_sent: Sent) => {
    tries += 1;
    return tries === 1 ? new TypeError('offline') : page(2);
  };
  answering({ '/shop/page/2/': answer });
  gridEnd = 0;
  await show();
  expect(screen.getByRole('alert')).toHaveTextContent('could not be loaded');
  expect(names()).toEqual(['Wine 11', 'Wine 12']);
  await scroll();
  expect(tries).toBe(1);
  gridEnd = 5000;
  await userEvent.click(await button('Retry'));
  expect(names()).toHaveLength(4);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a page asked for by the button takes the focus to its first wine', async () => {
  const answer = later<string>();
  answering({ '/shop/page/2/': () => answer.promise });
  await show();
  await userEvent.click(await button('Load More'));
  expect(screen.getByRole('button', { name: 'Loading...' })).toHaveFocus();
  await act(async () => answer.settle(page(2)));
  expect(screen.getByRole('link', { name: 'Wine 21' })).toHaveFocus();
});

test('wines that come by scrolling leave the focus where it is', async () => {
  answering({ '/shop/page/2/': page(2) });
  await show();
  screen.getByRole('link', { name: 'Wine 12' }).focus();
  gridEnd = 0;
  await scroll();
  expect(names()).toHaveLength(4);
  expect(screen.getByRole('link', { name: 'Wine 12' })).toHaveFocus();
});

test('who enters at a later page can load the ones before', async () => {
  answering({ '/shop/': page(1) });
  await show({ cards: makePageCards(2), pagination: makePagination(2) });
  await userEvent.click(await button('Load Previous'));
  expect(names()).toEqual(['Wine 11', 'Wine 12', 'Wine 21', 'Wine 22']);
  expect(screen.queryByRole('button', { name: 'Load Previous' })).toBeNull();
});

test('the count follows after 2 seconds, also for outside scripts', async () => {
  vi.useFakeTimers();
  answering({ '/shop/page/2/': growing(page(2)) });
  await show();
  gridEnd = 0;
  fireEvent.scroll(window);
  await act(() => vi.advanceTimersByTimeAsync(0));
  await act(() => vi.advanceTimersByTimeAsync(1999));
  expect(screen.getByRole('status')).toHaveTextContent('Showing 1–24 of 70 results');
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByRole('status').dataset).toMatchObject({
    start: '1',
    end: '48',
    text: 'Showing -1–-2 of 70 results',
  });
});

test('the end is marked', async () => {
  answering({ '/shop/page/2/': page(2, 2) });
  await show({ pagination: makePagination(1, { pages: 2 }) });
  expect(screen.queryByText('No more products')).toBeNull();
  await userEvent.click(await button('Load More'));
  expect(screen.getByText('No more products')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull();
});

test('the first wine of each page carries its address, and links lead around what is loaded', async () => {
  answering({ '/shop/page/2/': page(2) });
  await show();
  await userEvent.click(await button('Load More'));
  const carriers = document.querySelectorAll('ul.products > li.product[data-url]');
  expect([...carriers].map((item) => (item as HTMLElement).dataset.url)).toEqual(['/shop/', '/shop/page/2/']);
  expect(document.querySelector('.woocommerce-pagination a.next')).toHaveAttribute('href', '/shop/page/3/');
});

test('a page that the shopper went back from before its script was there is loaded anew', async () => {
  const reload = vi.spyOn(browser, 'reload').mockImplementation(() => undefined);
  await show({ pagination: makePagination(2, { pages: 9, next_url: '/shop/page/3/' }) });
  expect(reload).toHaveBeenCalledOnce();
});

test('an address that says more than the page needs to is no other page', async () => {
  const reload = vi.spyOn(browser, 'reload').mockImplementation(() => undefined);
  window.history.replaceState(null, '', '/shop/page/2/?utm_campaign=may');
  await show({ pagination: makePagination(2, { pages: 9, next_url: '/shop/page/3/' }) });
  expect(reload).not.toHaveBeenCalled();
});

test('going back to a page that is not loaded loads it', async () => {
  const reload = vi.spyOn(browser, 'reload').mockImplementation(() => undefined);
  answering({});
  await show();
  window.history.replaceState(null, '', '/shop/page/3/');
  fireEvent.popState(window);
  expect(reload).toHaveBeenCalledOnce();
});

test('a jump within the page is left alone', async () => {
  const reload = vi.spyOn(browser, 'reload').mockImplementation(() => undefined);
  answering({});
  await show();
  window.history.replaceState(null, '', '#main');
  fireEvent.popState(window);
  expect(reload).not.toHaveBeenCalled();
});

test.each([
  ['infinity_scroll', true, false],
  ['more_button', true, false],
  ['more_pagination', true, true],
  ['pagination', false, true],
  ['none', false, true],
] as const)('%s: button %s, links %s', async (paging, hasButton, hasLinks) => {
  answering({});
  await show({ paging });
  expect(screen.queryByRole('button', { name: 'Load More' }) !== null).toBe(hasButton);
  expect(screen.queryByRole('link', { name: 'Next page' }) !== null).toBe(hasLinks);
});

test('with links for paging, the other page takes the place of the one shown', async () => {
  answering({ '/shop/page/2/': page(2) });
  await show({ paging: 'pagination' });
  await userEvent.click(screen.getByRole('link', { name: 'Next page' }));
  expect(names()).toEqual(['Wine 21', 'Wine 22']);
  await waitFor(() => expect(window.location.pathname).toBe('/shop/page/2/'));
});
