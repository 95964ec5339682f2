import { expect, test } from 'vitest';
import { makeImage } from '../../fixtures/parts';
import { largest, picturesOf } from './pictures';

const bottle = makeImage('bottle');
const label = makeImage('label');

test('the chosen variation’s own picture takes the place of the first, and no picture comes twice', () => {
  const own = makeImage('bottle-2019');
  expect(picturesOf([bottle, label], own)).toEqual([own, label]);
  expect(picturesOf([bottle, label], makeImage('label'))).toEqual([label]);
  expect(picturesOf([], own)).toEqual([own]);
  expect(picturesOf([bottle], null)).toEqual([bottle]);
});

test('the largest file decides how far a picture can be zoomed', () => {
  expect(largest(bottle)).toMatchObject({ width: 800, height: 1000 });
  expect(largest({ ...bottle, sources: [] })).toMatchObject({ width: 400, height: 500, srcset: '' });
});
