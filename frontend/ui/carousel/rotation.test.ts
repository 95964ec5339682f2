import { expect, test } from 'vitest';
import { moves } from './rotation';

const QUIET = { hovered: false, focused: false, pageHidden: false };

test.each([
  ['nothing happens', 'none', QUIET, true],
  ['the pointer rests on them', 'none', { ...QUIET, hovered: true }, false],
  ['the focus is in them', 'none', { ...QUIET, focused: true }, false],
  ['the page is hidden', 'started', { ...QUIET, pageHidden: true }, false],
  ['the shopper stopped them', 'stopped', QUIET, false],
  ['the shopper started them, the focus on the button', 'started', { ...QUIET, focused: true }, true],
] as const)('while %s, slides move: %s', (_what, choice, around, expected) => {
  expect(moves(choice, around)).toBe(expected);
});
