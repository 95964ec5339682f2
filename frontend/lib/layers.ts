import { isNarrow } from './narrow';

/**
 * What lies on top of the page of a phone, the topmost last, so that Back closes it and stays on the page
 * (docs/behaviour/pages.md#next-page-and-back). Each has an entry in the history, whose state counts the layers.
 */
const layers: { key: object; close: () => void }[] = [];

interface EntryState {
  layers?: number;
}

/** Milliseconds in which a page that was asked for takes over; a file that is downloaded never does. */
const LEAVING = 10_000;

/** Whether `history.go` was called here and has not arrived yet. */
let isGoingBack = false;
/** Where the page was scrolled to then, in pixels. */
let scrolledTo = 0;
/** When another page was asked for. */
let leftAt = Number.NEGATIVE_INFINITY;

/** How many layers the present entry stands for. */
export function layersOfEntry(): number {
  return (window.history.state as EntryState | null)?.layers ?? 0;
}

/** The state for a new entry of the page itself, which stands for no layer. */
export function pageState(): object {
  return { ...(window.history.state as EntryState | null), layers: undefined };
}

/**
 * Call when something opens on top of the page, before the page scrolls for it: the browser keeps the place for Back.
 * `key` names it, `close` closes it.
 */
export function layerOpened(key: object, close: () => void): void {
  if (!isNarrow() || layers.some((layer) => layer.key === key)) return;
  layers.push({ key, close });
  settle();
}

/** Call when it has closed, whoever closed it. */
export function layerClosed(key: object): void {
  const place = layers.findIndex((layer) => layer.key === key);
  if (place < 0) return;
  layers.splice(place, 1);
  settleSoon();
}

/** Call before another page is asked for: the history stays as it is meanwhile. */
export function leaveLayers(): void {
  leftAt = performance.now();
}

/** One layer often gives way to another: both are counted before the history changes. */
function settleSoon(): void {
  window.setTimeout(settle);
}

function settle(): void {
  if (isGoingBack) return;
  if (performance.now() - leftAt < LEAVING) {
    window.setTimeout(settle, LEAVING);
    return;
  }
  const surplus = layersOfEntry() - layers.length;
  if (surplus > 0) {
    isGoingBack = true;
    scrolledTo = window.scrollY;
    window.history.go(-surplus);
    return;
  }
  for (let number = layersOfEntry() + 1; number <= layers.length; number++) {
    window.history.pushState({ ...(window.history.state as EntryState | null), layers: number }, '');
  }
}

function closeAbove(): void {
  while (layers.length > layersOfEntry()) layers.pop()?.close();
}

/** Call once, before any other listener of the history is added. */
export function watchLayers(): void {
  window.addEventListener('popstate', (event) => {
    if (isGoingBack) {
      isGoingBack = false;
      restoreScroll();
      requestAnimationFrame(restoreScroll); // after the browser has gone to where the page stood when the layer opened
    } else if (layers.length > layersOfEntry()) {
      closeAbove();
    } else {
      settle(); // an entry whose layer has closed: forward, or back from a part of the page
      return;
    }
    event.stopImmediatePropagation(); // the page is where it was
    settle();
  });
  window.addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    isGoingBack = false;
    leftAt = Number.NEGATIVE_INFINITY;
    closeAbove(); // what the page was left from, by a link in it
    settle();
  });
  document.addEventListener('toggle', followPopover, true);
  settleSoon(); // after a reload, or on the way back from a page that a form in a layer asked for
}

function restoreScroll(): void {
  if (Math.abs(window.scrollY - scrolledTo) > 1) window.scrollTo({ top: scrolledTo, behavior: 'instant' });
}

function followPopover(event: Event): void {
  const panel = event.target;
  if (!(panel instanceof HTMLElement) || panel.popover !== 'auto') return;
  if ((event as ToggleEvent).newState === 'open') layerOpened(panel, () => panel.hidePopover());
  else layerClosed(panel);
}
