import { type RefObject, useEffect } from 'react';
import { prefersLessMotion } from '../lib/scroll';

const SMALL_SCREEN = '(max-width: 767px)'; // docs/behaviour/pages.md#layout
const SMALL_SCREEN_GAP = 100; // in pixels

/**
 * After load, scroll to the product (docs/behaviour/pages.md#product-page): only on a fresh visit without notices or a
 * hash, never after the shopper has done anything, never with reduced motion. The focus stays where it is.
 */
export function useArrival(product: RefObject<HTMLElement | null>, hasNotices: boolean): void {
  useEffect(() => {
    if (hasNotices || window.location.hash || prefersLessMotion()) return;
    const acts = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
    const scroll = () => {
      stop();
      const top = product.current?.getBoundingClientRect().top;
      if (top === undefined || window.scrollY > 0 || navigationType() !== 'navigate' || isStoreNoticeVisible()) return;
      const gap = window.matchMedia(SMALL_SCREEN).matches ? SMALL_SCREEN_GAP : 0;
      window.scrollTo({ top: top - gap, behavior: 'smooth' });
    };
    const stop = () => {
      window.removeEventListener('load', scroll);
      for (const act of acts) window.removeEventListener(act, stop);
    };
    for (const act of acts) window.addEventListener(act, stop, { passive: true });
    if (document.readyState === 'complete') scroll();
    else window.addEventListener('load', scroll);
    return stop;
  }, [product, hasNotices]);
}

function isStoreNoticeVisible(): boolean {
  return (document.querySelector('[data-store-notice]')?.getClientRects().length ?? 0) > 0;
}

/** 'navigate' for a fresh visit; 'reload' and 'back_forward' keep the place where the shopper was. */
function navigationType(): string {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type ?? '';
}
