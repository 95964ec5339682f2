import { prefersLessMotion } from '../lib/scroll';

const INTERRUPTIONS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/**
 * Scroll to this height of the page in so many milliseconds; at once with reduced motion. The shopper may interrupt.
 */
export function glideTo(top: number, milliseconds: number): void {
  if (prefersLessMotion()) {
    window.scrollTo({ top, behavior: 'instant' });
    return;
  }
  const from = window.scrollY;
  const began = performance.now();
  const interruption = new AbortController();
  for (const kind of INTERRUPTIONS) {
    window.addEventListener(kind, () => interruption.abort(), { passive: true, signal: interruption.signal });
  }
  const step = (now: number) => {
    if (interruption.signal.aborted) return;
    const part = Math.min(1, Math.max(0, (now - began) / milliseconds));
    window.scrollTo({ top: from + (top - from) * eased(part), behavior: 'instant' });
    if (part < 1) requestAnimationFrame(step);
    else interruption.abort();
  };
  requestAnimationFrame(step);
}

/** Where a notice comes to stand, in pixels below the top of the window, and how long the way to it takes. */
const NOTICE = { top: 100, milliseconds: 1000 };

/** Bring what is to be read into view, slowly. */
export function glideToNotice(element: HTMLElement): void {
  glideTo(element.getBoundingClientRect().top + window.scrollY - NOTICE.top, NOTICE.milliseconds);
}

/** Bring a message into view, slowly, and focus it. */
export function revealNotice(element: HTMLElement | null): void {
  if (!element) return;
  element.focus({ preventScroll: true });
  glideToNotice(element);
}

/** Start and end slowly. */
function eased(part: number): number {
  return part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) * (1 - part);
}
