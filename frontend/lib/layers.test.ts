import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { layerClosed, layerOpened, leaveLayers, pageState, watchLayers } from './layers';

/** Wait until the entry stands for so many layers. */
const arrived = (layers: number) =>
  waitFor(() => expect((window.history.state as { layers?: number }).layers ?? 0).toBe(layers));
/** Wait until the layers that have closed are counted. */
const counted = () => new Promise((done) => setTimeout(done));
/** Wait until the history does not change any more. */
const settled = async (layers: number) => {
  await counted();
  await arrived(layers);
};
const back = (layers = 0) => {
  window.history.back();
  return arrived(layers);
};
let entries = 0;

function setNarrow(matches: boolean): void {
  vi.stubGlobal('matchMedia', () => ({ matches, addEventListener: () => {}, removeEventListener: () => {} }));
}

/** Open a layer, and return what says how often it was closed by Back. */
function open(): { key: object; close: Mock<() => void> } {
  const layer = { key: {}, close: vi.fn<() => void>() };
  layerOpened(layer.key, layer.close);
  return layer;
}

watchLayers();

beforeEach(() => {
  setNarrow(true);
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  window.history.pushState({ listing: '7' }, '', '/shop/');
  entries = window.history.length;
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('Back closes a layer and stays on the page, whose other marks the entry keeps', async () => {
  const layer = open();
  expect(window.history.state).toEqual({ listing: '7', layers: 1 });
  const others = vi.fn();
  window.addEventListener('popstate', others);
  await back();
  window.removeEventListener('popstate', others);
  expect(layer.close).toHaveBeenCalledOnce();
  expect(window.location.pathname).toBe('/shop/');
  expect(window.history.state).toEqual({ listing: '7' });
  expect(others).not.toHaveBeenCalled();
});

test('a layer that closes by itself leaves no entry behind', async () => {
  const layer = open();
  layerClosed(layer.key);
  await settled(0);
  expect(layer.close).not.toHaveBeenCalled();
  expect(window.history.state).toEqual({ listing: '7' });
});

test('Back closes one layer at a time, the topmost first', async () => {
  const [lower, upper] = [open(), open()];
  layerOpened(upper.key, upper.close);
  expect(window.history.state).toEqual({ listing: '7', layers: 2 });
  await back(1);
  expect([lower.close.mock.calls.length, upper.close.mock.calls.length]).toEqual([0, 1]);
  await back();
  expect(lower.close).toHaveBeenCalledOnce();
});

test('what has closed before closes no other', async () => {
  const [lower, upper] = [open(), open()];
  layerClosed(upper.key);
  layerClosed(upper.key);
  await settled(1);
  await back();
  expect(lower.close).toHaveBeenCalledOnce();
});

test.each(['after', 'before'])('a layer that opens %s another has closed needs no entry of its own', async (order) => {
  const menu = open();
  if (order === 'after') layerClosed(menu.key);
  const popup = open();
  if (order === 'before') layerClosed(menu.key);
  await settled(1);
  expect(window.history.state).toEqual({ listing: '7', layers: 1 });
  await back();
  expect([menu.close.mock.calls.length, popup.close.mock.calls.length]).toEqual([0, 1]);
});

test('a layer that opens while another entry is taken back has its own once that is done', async () => {
  const added = vi.spyOn(window.history, 'pushState');
  layerClosed(open().key);
  await counted(); // the way back has begun
  const popup = open();
  await waitFor(() => expect(added).toHaveBeenCalledTimes(2));
  expect(window.history.state).toEqual({ listing: '7', layers: 1 });
  await back();
  expect(popup.close).toHaveBeenCalledOnce();
});

test('a way back that has begun comes to its end before another begins', async () => {
  const went = vi.spyOn(window.history, 'go');
  const [menu, search] = [open(), open()];
  layerClosed(search.key);
  await counted();
  layerClosed(menu.key);
  const popup = open();
  expect(went).toHaveBeenCalledOnce();
  await settled(1);
  await back();
  expect(popup.close).toHaveBeenCalledOnce();
});

test('the page stays where it was scrolled to when a layer closes', async () => {
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  const layer = open();
  vi.stubGlobal('scrollY', 300);
  layerClosed(layer.key);
  await counted();
  vi.stubGlobal('scrollY', 0); // browsers scroll before they say that they have arrived, or right after it
  await waitFor(() => expect(window.scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 300, behavior: 'instant' }));
  for (const frame of frames) frame();
  expect(window.scrollTo).toHaveBeenCalledTimes(2);
});

test('a popover is a layer, and a part of the page that unfolds is none', async () => {
  document.body.innerHTML = '<details></details><nav></nav>';
  const [details, menu] = document.querySelectorAll<HTMLElement>('details, nav');
  Object.assign(menu ?? {}, { popover: 'auto', hidePopover: vi.fn() }); // jsdom has no popovers
  const toggle = (panel: HTMLElement | undefined, newState: string) =>
    panel?.dispatchEvent(Object.assign(new Event('toggle'), { newState }));
  toggle(details, 'open');
  expect(window.history.state).toEqual({ listing: '7' });
  toggle(menu, 'open');
  expect(window.history.state).toEqual({ listing: '7', layers: 1 });
  toggle(menu, 'closed');
  await settled(0);
  toggle(menu, 'open');
  await back();
  expect(menu?.hidePopover).toHaveBeenCalledOnce();
});

test('an entry of the page itself stands for no layer', async () => {
  expect(pageState()).toEqual({ listing: '7' });
  const layer = open();
  expect(pageState()).toEqual({ listing: '7' });
  layerClosed(layer.key);
  await settled(0);
  window.history.replaceState(null, '');
  expect(pageState()).toEqual({});
});

test('forward to an entry whose layer has closed comes back, so that no press of Back is lost', async () => {
  const layer = open();
  await back();
  const went = vi.spyOn(window.history, 'go');
  window.history.forward();
  await waitFor(() => expect(went).toHaveBeenCalledWith(-1));
  await arrived(0);
  expect(layer.close).toHaveBeenCalledOnce();
});

test('the history stays as it is while another page is on its way, and follows when none comes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const layer = open();
  const went = vi.spyOn(window.history, 'go');
  leaveLayers();
  layerClosed(layer.key);
  vi.advanceTimersByTime(9000);
  expect(went).not.toHaveBeenCalled();
  vi.advanceTimersByTime(11_000);
  expect(went).toHaveBeenCalledWith(-1);
  vi.useRealTimers();
  await arrived(0);
});

test('a page that the browser kept is shown without what was open on it', async () => {
  const layer = open();
  leaveLayers();
  window.history.replaceState({ listing: '7' }, ''); // the link in the layer took its entry's place, and Back leads here
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect(layer.close).not.toHaveBeenCalled();
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(layer.close).toHaveBeenCalledOnce();
  open();
  expect(window.history.state).toEqual({ listing: '7', layers: 1 });
  await back();
});

test('a page that the browser kept while it went back goes back when it is shown', async () => {
  const went = vi.spyOn(window.history, 'go').mockImplementationOnce(() => {}); // another page came before
  layerClosed(open().key);
  await counted();
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await arrived(0);
  expect(went).toHaveBeenCalledTimes(2);
});

test('on a wide screen Back leaves the page, as everybody expects there', () => {
  setNarrow(false);
  open();
  expect(window.history.state).toEqual({ listing: '7' });
  expect(window.history.length).toBe(entries);
});
