import { expect, test } from 'vitest';
import { boundMessage } from './selectMessages';

test.each([
  ['', 0, { least: 3 }, 'Please enter 3 or more characters'],
  ['ab', 0, { least: 3 }, 'Please enter 1 or more characters'],
  ['abc', 0, { least: 3 }, ''],
  ['abcdef', 0, { most: 4 }, 'Please delete 2 characters'],
  ['abcde', 0, { most: 4 }, 'Please delete 1 character'],
  ['abc', 2, { items: 2 }, 'You can only select 2 items'],
  ['abc', 1, { items: 1 }, 'You can only select 1 item'],
  ['abc', 1, { items: 2 }, ''],
  ['', 0, {}, ''],
])('what a box says of %o with %i chosen', (text, chosen, bounds, told) => {
  expect(boundMessage(text, chosen, bounds)).toBe(told);
});
