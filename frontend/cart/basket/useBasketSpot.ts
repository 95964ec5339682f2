import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { afterPaint } from '../../lib/afterPaint';
import {
  type Box,
  boxAt,
  freeSpot,
  isFree,
  type Room,
  rememberedSpot,
  rememberSpot,
  type Spot,
  spotAt,
} from './basketSpot';
import { makeDraggable } from './drag';
import { CONTROLS, findClearOffset, isInUse } from './phoneBasket';

const NO_MARGIN = '(max-width: 1439px)'; // screens on which it does not stand beside the page's content
const REST = 200; // milliseconds without a scroll, after which the page stands still

/**
 * Keep a floating element where the shopper put it, inside the window, and out of the way: of the focused control, and
 * on phones of every control. CSS draws it at `--x` and `--y`; so it stays inside whatever becomes of the window.
 * Returns how to put it elsewhere.
 */
export function useBasketSpot(place: RefObject<HTMLElement | null>, handle: RefObject<HTMLElement | null>) {
  const [home, setHome] = useState(rememberedSpot);
  const homeNow = useRef(home);
  const stayClear = useCallback(() => {
    if (!place.current) return;
    if (window.matchMedia?.(NO_MARGIN).matches) stepAside(place.current, homeNow.current);
    else draw(place.current, clearSpot(homeNow.current, place.current));
  }, [place]);

  const settle = useCallback(
    (spot: Spot) => {
      homeNow.current = spot;
      setHome(spot);
      stayClear();
    },
    [stayClear],
  );

  // Before it is painted, or it would be seen to jump there from where it stands at first.
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    stayClear();
    let waiting = false;
    let rest = 0;
    // After the answer to a press is painted: to look for a clear place lays out the page.
    const soon = () => {
      if (waiting) return;
      waiting = true;
      afterPaint(() => {
        waiting = false;
        stayClear();
      });
    };
    const onScroll = () => {
      element.dataset.scrolled = ''; // read by stepAside
      window.clearTimeout(rest);
      rest = window.setTimeout(() => {
        delete element.dataset.scrolled;
        stayClear();
      }, REST);
      soon();
    };
    const leaving = new AbortController();
    const { signal } = leaving;
    for (const kind of ['focusin', 'focusout', 'transitionend']) document.addEventListener(kind, soon, { signal });
    document.addEventListener('close', soon, { signal, capture: true }); // of a dialog; it does not bubble
    window.addEventListener('scroll', onScroll, { signal, passive: true });
    window.addEventListener('resize', soon, { signal });
    // The page grows and shrinks: more wines, an opened fold, a message.
    const grown = new ResizeObserver(soon);
    grown.observe(document.body);
    return () => {
      window.clearTimeout(rest);
      grown.disconnect();
      leaving.abort();
    };
  }, [place, stayClear]);

  useEffect(() => {
    const element = place.current;
    if (!element || !handle.current) return;
    let from: Box = element.getBoundingClientRect();
    return makeDraggable(handle.current, {
      onStart: () => {
        from = element.getBoundingClientRect();
        element.dataset.dragged = '';
      },
      onMove: (right, down) => {
        homeNow.current = spotAt(from.left + right, from.top + down, roomOf(element));
        draw(element, homeNow.current);
      },
      onEnd: () => {
        delete element.dataset.dragged;
        rememberSpot(homeNow.current);
        settle(homeNow.current);
      },
    });
  }, [place, handle, settle]);

  const moveTo = (spot: Spot) => {
    rememberSpot(spot);
    settle(spot);
  };
  return { home, moveTo };
}

function draw(element: HTMLElement, spot: Spot | null): void {
  element.toggleAttribute('data-gone', spot === null);
  element.style.removeProperty('translate');
  if (!spot) return;
  element.style.setProperty('--x', String(spot.x));
  element.style.setProperty('--y', String(spot.y));
}

function clearSpot(home: Spot, element: HTMLElement): Spot | null {
  const focused = document.activeElement;
  if (!focused?.matches(CONTROLS) || element.contains(focused)) return home;
  return freeSpot(home, focused.getBoundingClientRect(), roomOf(element), element.offsetWidth);
}

/**
 * On a phone there is no margin to stand in: the basket goes along its side to where it covers no control, once the
 * page stands still. While it scrolls, the basket makes way for the focus only. Nowhere clear, it is out of view.
 */
function stepAside(element: HTMLElement, home: Spot): void {
  if (isInUse(element)) {
    element.removeAttribute('data-gone');
    return;
  }
  if ('scrolled' in element.dataset && !coversFocus(element)) return;
  const offset = findClearOffset(element, boxAt(home, roomOf(element), element.offsetWidth));
  draw(element, offset === null ? null : home);
  // Not `top`: what moves by that counts as a shift of the layout.
  if (offset) element.style.setProperty('translate', `0 ${offset}px`);
}

function coversFocus(element: HTMLElement): boolean {
  const focused = document.activeElement;
  if (!focused?.matches(CONTROLS) || element.contains(focused)) return false;
  return !isFree(element.getBoundingClientRect(), focused.getBoundingClientRect());
}

/** The margins are the style sheet's: it keeps them in `scroll-margin`, which means nothing else here. */
function roomOf(element: HTMLElement): Room {
  const margin = Number.parseFloat(getComputedStyle(element).scrollMarginTop) || 0;
  const { clientWidth, clientHeight } = document.documentElement;
  return {
    left: margin,
    top: margin,
    width: clientWidth - element.offsetWidth - 2 * margin,
    height: clientHeight - element.offsetHeight - 2 * margin,
  };
}
