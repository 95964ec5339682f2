import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type Box, freeSpot, type Room, rememberedSpot, rememberSpot, type Spot, spotAt } from './basketSpot';
import { makeDraggable } from './drag';

const CONTROLS = 'a[href], button, input, select, textarea, summary, iframe, [tabindex]:not([tabindex="-1"])';

/**
 * Keep a floating element where the shopper put it, inside the window, and out of the way of the focused control. CSS
 * draws it at `--x` and `--y`; so it stays inside whatever becomes of the window. Returns how to put it elsewhere.
 */
export function useBasketSpot(place: RefObject<HTMLElement | null>, handle: RefObject<HTMLElement | null>) {
  const [home, setHome] = useState(rememberedSpot);
  const homeNow = useRef(home);
  const stayClear = useCallback(() => {
    if (place.current) draw(place.current, clearSpot(homeNow.current, place.current));
  }, [place]);

  const settle = useCallback(
    (spot: Spot) => {
      homeNow.current = spot;
      setHome(spot);
      stayClear();
    },
    [stayClear],
  );

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    stayClear();
    let frame = 0;
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(stayClear);
    };
    document.addEventListener('focusin', soon);
    document.addEventListener('focusout', soon);
    window.addEventListener('scroll', soon, { passive: true });
    window.addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', soon);
      document.removeEventListener('focusout', soon);
      window.removeEventListener('scroll', soon);
      window.removeEventListener('resize', soon);
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
  if (!spot) return;
  element.style.setProperty('--x', String(spot.x));
  element.style.setProperty('--y', String(spot.y));
}

function clearSpot(home: Spot, element: HTMLElement): Spot | null {
  const focused = document.activeElement;
  if (!focused?.matches(CONTROLS) || element.contains(focused)) return home;
  return freeSpot(home, focused.getBoundingClientRect(), roomOf(element), element.offsetWidth);
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
