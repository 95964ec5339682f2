import { type RefObject, useEffect, useRef } from 'react';
import { prefersLessMotion } from '../../lib/scroll';

const STEP = 500; // pixels: docs/behaviour/pages.md#cart-popup
const NOTCH = 100; // pixels; touchpads tell less at a time and scroll by themselves

/** Scroll a list by 500 pixels with each turn of the mouse wheel, as far as there is something to scroll. */
export function useWheelStep(): RefObject<HTMLElement | null> {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = list.current;
    const turn = (event: WheelEvent) => {
      if (!element || event.ctrlKey || element.scrollHeight <= element.clientHeight) return;
      if (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL && Math.abs(event.deltaY) < NOTCH) return;
      event.preventDefault();
      const behavior = prefersLessMotion() ? 'instant' : 'smooth';
      element.scrollBy({ top: Math.sign(event.deltaY) * STEP, behavior });
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, []);
  return list;
}
