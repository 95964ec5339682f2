import { expect, test } from 'vitest';
import { pageInView } from './pageInView';

const at = (...tops: number[]) => tops.map((top, index) => ({ url: `/${index + 1}/`, top }));

test.each([
  ['nothing is scrolled', at(200, 4000), '/1/'],
  ['the second page begins below the middle', at(-3000, 451), '/1/'],
  ['the second page begins above the middle', at(-3000, 449), '/2/'],
  ['several pages lie above', at(-9000, -4000, -100), '/3/'],
  ['the grid itself begins below the middle', at(600, 4000), '/1/'],
  ['there is no page', [], ''],
])('%s', (_what, starts, url) => {
  expect(pageInView(starts, 450)).toBe(url);
});
