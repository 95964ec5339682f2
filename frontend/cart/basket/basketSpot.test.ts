import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freeSpot, rememberedSpot, rememberSpot, spotAt } from './basketSpot';

const ROOM = { left: 16, top: 16, width: 1000, height: 600 };
const SIZE = 56;
const CORNER = { x: 1, y: 1 };

afterEach(() => localStorage.clear());

function setConsent(value: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: what the server does
  document.cookie = `vintner_consent=${value}; path=/`;
}

describe('a spot', () => {
  test.each([
    ['in the middle', 516, 316, { x: 0.5, y: 0.5 }],
    ['beyond the lower right edge', 4000, 4000, { x: 1, y: 1 }],
    ['beyond the upper left edge', -50, -50, { x: 0, y: 0 }],
  ])('%s stays inside the window', (_where, left, top, spot) => {
    expect(spotAt(left, top, ROOM)).toEqual(spot);
  });

  test('in a window with no room is the corner', () => {
    expect(spotAt(3, 3, { ...ROOM, width: -10, height: 0 })).toEqual({ x: 1, y: 1 });
  });
});

describe('a focused control', () => {
  test('elsewhere leaves the basket where it is', () => {
    expect(freeSpot(CORNER, { left: 20, top: 20, width: 200, height: 40 }, ROOM, SIZE)).toEqual(CORNER);
  });

  test('under the basket sends it to the nearest free corner', () => {
    const button = { left: 960, top: 600, width: 120, height: 40 };
    expect(freeSpot(CORNER, button, ROOM, SIZE)).toEqual({ x: 1, y: 0 });
  });

  test('as tall as the window sends it to the other side', () => {
    const column = { left: 900, top: 0, width: 200, height: 700 };
    expect(freeSpot(CORNER, column, ROOM, SIZE)).toEqual({ x: 0, y: 1 });
  });

  test('as large as the window leaves no room at all', () => {
    expect(freeSpot(CORNER, { left: 0, top: 0, width: 1100, height: 700 }, ROOM, SIZE)).toBeNull();
  });
});

describe('the last visit', () => {
  beforeEach(() => setConsent('1.g'));
  afterEach(() => setConsent(''));

  test('is forgotten without the consent to remember preferences', () => {
    rememberSpot({ x: 0.25, y: 0.75 });
    setConsent('1.a');
    expect(rememberedSpot()).toEqual(CORNER);
    rememberSpot({ x: 0.25, y: 0.75 });
    expect(localStorage).toHaveLength(0);
  });

  test('is remembered', () => {
    rememberSpot({ x: 0.25, y: 0.75 });
    expect(rememberedSpot()).toEqual({ x: 0.25, y: 0.75 });
  });

  test.each(['not JSON', '{"x":"left"}', 'null'])('that left %s behind counts as none', (stored) => {
    localStorage.setItem('vintner.basket', stored);
    expect(rememberedSpot()).toEqual({ x: 1, y: 1 });
  });

  test('that left a spot outside the window is brought inside', () => {
    localStorage.setItem('vintner.basket', '{"x":7,"y":-2}');
    expect(rememberedSpot()).toEqual({ x: 1, y: 0 });
  });
});
