import { expect, test } from 'vitest';
import { findObstacle } from './selectMessages';

test.each([
  ['', 0, 'Please enter 2 or more characters'],
  ['a', 0, 'Please enter 1 or more characters'],
  ['ab', 0, ''],
  ['abcde', 0, ''],
  ['abcdef', 0, 'Please delete 1 character'],
  ['abcdefg', 0, 'Please delete 2 characters'],
  ['ab', 3, 'You can only select 3 items'],
  ['', 4, 'You can only select 3 items'],
])('%j with %i chosen: %s', (typed, chosen, message) => {
  expect(findObstacle(typed, chosen, { shortest: 2, longest: 5, most: 3 })).toBe(message);
});

test('of one item it speaks in the singular', () => {
  expect(findObstacle('ab', 1, { shortest: 2, longest: 5, most: 1 })).toBe('You can only select 1 item');
});
