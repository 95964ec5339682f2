import { type Box, CLEARANCE, isFree } from './basketSpot';

/** A panel of text takes the focus to be scrolled, and nothing in it is pressed. */
export const CONTROLS =
  '[data-buy-bar], a[href], button, input, select, textarea, summary, iframe, [tabindex]:not([tabindex="-1"], [role="tabpanel"])';

const POINTS = 4; // a side, less one: between two of them no control has room, which is 24 pixels wide at least
const STEP = 12; // pixels between two places that are tried
const MENU = 180; // pixels, the room for its menu above or below it
const PICTURE = 112; // pixels, twice the basket: a link as large as this can be pressed beside it

/**
 * Return by how many pixels a basket in this box (in the window) has to move up, or down in the upper half, to leave
 * every control clear; null when no place is clear.
 */
export function findClearOffset(basket: HTMLElement, box: Box): number | null {
  const { clientHeight } = document.documentElement;
  const isLow = box.top + box.height / 2 > clientHeight / 2;
  const most = (isLow ? box.top : clientHeight - box.top - box.height) - MENU;
  basket.dataset.measured = ''; // lets points through, to what is under it
  try {
    for (let way = 0; way <= Math.max(most, 0); way += STEP) {
      const offset = isLow ? -way : way;
      if (isClear(basket, { ...box, top: box.top + offset })) return offset;
    }
    return null;
  } finally {
    delete basket.dataset.measured;
  }
}

/**
 * Points are tried: the boxes of all controls would lay out cards that are far from the window. The focused control is
 * left clear with the room between its words, which is within its outline.
 */
function isClear(basket: HTMLElement, box: Box): boolean {
  const focused = document.activeElement;
  if (focused?.matches(CONTROLS) && !basket.contains(focused) && !isFree(box, focused.getBoundingClientRect())) {
    return false;
  }
  const { left, top, width, height } = box;
  const parts = [...Array(POINTS + 1).keys()].map((part) => part / POINTS);
  return parts.every((x) =>
    parts.every((y) => {
      const there = document.elementFromPoint(
        left - CLEARANCE + x * (width + 2 * CLEARANCE),
        top - CLEARANCE + y * (height + 2 * CLEARANCE),
      );
      const control = there?.closest(CONTROLS);
      return !control || isLargePicture(control);
    }),
  );
}

/**
 * Whether it is a picture that leads somewhere: what the basket leaves of it can be pressed. Not while it has the
 * focus.
 */
function isLargePicture(control: Element): boolean {
  if (!control.matches('a[href]') || control === document.activeElement || !control.querySelector('img')) return false;
  const { width, height } = control.getBoundingClientRect();
  return width >= PICTURE && height >= PICTURE;
}

/**
 * Whether the basket must stay as it is: it is dragged, or holds the focus of the keyboard, or gets it back from a
 * dialog.
 */
export function isInUse(basket: HTMLElement): boolean {
  return (
    'dragged' in basket.dataset ||
    basket.querySelector(':focus-visible, [aria-expanded="true"]') !== null ||
    document.querySelector('dialog:modal') !== null
  );
}
