import { expect, test } from 'vitest';
import { countCharacters, findMessageProblem } from './giftMessage';

test('a message is counted as the store counts it', () => {
  expect(countCharacters('  Hi\r\nBea 🥂 ')).toBe(8);
});

test('a message fits up to its last character', () => {
  expect(findMessageProblem('🥂'.repeat(300), 300)).toBe('');
  expect(findMessageProblem('x'.repeat(301), 300)).toBe('Gift message is too long: at most 300 characters.');
});
