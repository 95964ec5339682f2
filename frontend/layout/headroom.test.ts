import { expect, test } from 'vitest';
import { type Headroom, scrolled } from './headroom';

const at = (...places: number[]): Headroom => places.reduce(scrolled, { away: false, from: 0 });

test.each([
  ['stays within the first hundred pixels', [40, 90], false],
  ['gives way on the way down', [40, 90, 140], true],
  ['stays for a move too short to mean anything', [95, 104], false],
  ['comes back on the way up', [300, 280], false],
  ['stays away for a short move up', [300, 292], true],
  ['stands at the top, however it got there', [300, 291, 50], false],
])('the header %s', (_what, places, away) => {
  expect(at(...places).away).toBe(away);
});
