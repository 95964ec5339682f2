import { readConsent } from '../../lib/consent';

/** Where the basket stands: how far it is from left to right and from top to bottom, each from 0 to 1. */
export interface Spot {
  x: number;
  y: number;
}

export const CORNERS = [
  { name: 'Top left', x: 0, y: 0 },
  { name: 'Top right', x: 1, y: 0 },
  { name: 'Bottom left', x: 0, y: 1 },
  { name: 'Bottom right', x: 1, y: 1 },
] as const;

/** A rectangle in the window, in pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The room that the basket may stand in, as its upper left corner sees it: the window less its size and margins. */
export type Room = Box;

const KEY = 'vintner.basket';
export const CLEARANCE = 8; // pixels between the basket and a control

/** Return the spot of a basket whose upper left corner is drawn at a point, kept inside the window. */
export function spotAt(left: number, top: number, room: Room): Spot {
  const within = (part: number, whole: number) => (whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 1);
  return { x: within(left - room.left, room.width), y: within(top - room.top, room.height) };
}

/** Return the box that a basket of this size (pixels, square) fills on a spot. */
export function boxAt(spot: Spot, room: Room, size: number): Box {
  return { left: room.left + spot.x * room.width, top: room.top + spot.y * room.height, width: size, height: size };
}

/**
 * Return where the basket covers nothing of a focused control: its own spot, or the nearest free corner, or null when
 * the control is everywhere (WCAG 2.4.11).
 */
export function freeSpot(home: Spot, control: Box, room: Room, size: number): Spot | null {
  const away = (spot: Spot) => Math.hypot((spot.x - home.x) * room.width, (spot.y - home.y) * room.height);
  const corners = [...CORNERS].sort((one, other) => away(one) - away(other)).map(({ x, y }) => ({ x, y }));
  return [home, ...corners].find((spot) => isFree(boxAt(spot, room, size), control)) ?? null;
}

/** Return whether a box keeps its distance from a control. */
export function isFree(box: Box, control: Box): boolean {
  return (
    box.left >= control.left + control.width + CLEARANCE ||
    control.left >= box.left + box.width + CLEARANCE ||
    box.top >= control.top + control.height + CLEARANCE ||
    control.top >= box.top + box.height + CLEARANCE
  );
}

/** Return the spot of the last visit, or where the basket stands at first: at the bottom, where a line ends. */
export function rememberedSpot(): Spot {
  const first = { x: document.dir === 'rtl' ? 0 : 1, y: 1 };
  try {
    if (!readConsent().preferences) localStorage.removeItem(KEY);
    const { x, y } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Spot>;
    if (typeof x === 'number' && typeof y === 'number') return spotAt(x, y, { left: 0, top: 0, width: 1, height: 1 });
  } catch {
    // Unreadable or forbidden counts as absent.
  }
  return first;
}

/** Keep the spot for the next page, if the visitor allows what remembers preferences. */
export function rememberSpot({ x, y }: Spot): void {
  if (!readConsent().preferences) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ x, y }));
  } catch {
    // Storage is forbidden: the basket stands there until the next page.
  }
}
