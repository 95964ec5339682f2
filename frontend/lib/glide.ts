import { prefersLessMotion } from './scroll';

const INTERRUPTIONS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** Scroll to this height of the page in so many milliseconds; at once with reduced motion. The shopper may interrupt. */
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

/** Start and end slowly. */
function eased(part: number): number {
  return part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) * (1 - part);
}
