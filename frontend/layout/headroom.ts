import { isNarrow, whenWide } from '../lib/narrow';

// All in pixels: docs/behaviour/pages.md#layout
const OFFSET = 100; // from here on the header gives way
const BOUNDARY = 50; // above this it always stands
const TOLERANCE = 10; // shorter moves say nothing

/** Whether the header is out of the way, and where the scrolling that decided it ended. */
export interface Headroom {
  away: boolean;
  from: number;
}

/** Return what becomes of the header when the page is scrolled to `y`: down sends it away, up brings it back. */
export function scrolled(before: Headroom, y: number): Headroom {
  if (y <= BOUNDARY) return { away: false, from: y };
  const moved = y - before.from;
  if (Math.abs(moved) < TOLERANCE) return before;
  if (moved < 0) return { away: false, from: y };
  return { away: before.away || y > OFFSET, from: y };
}

/** Move the header out of the way and back on small screens. The focus in it keeps it. Returns a way to stop. */
export function giveHeadroom(header: HTMLElement): () => void {
  let state: Headroom = { away: false, from: window.scrollY };
  const show = () => header.toggleAttribute('data-away', state.away);
  const stay = () => {
    state = { away: false, from: window.scrollY };
    show();
  };
  const follow = () => {
    if (!isNarrow()) return;
    state = scrolled(state, window.scrollY);
    show();
  };
  const unwatch = whenWide(stay);
  window.addEventListener('scroll', follow, { passive: true });
  header.addEventListener('focusin', stay);
  return () => {
    unwatch();
    window.removeEventListener('scroll', follow);
    header.removeEventListener('focusin', stay);
  };
}
