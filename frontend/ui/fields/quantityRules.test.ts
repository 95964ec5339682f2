import { describe, expect, test } from 'vitest';
import { MINI_CART } from '../../cart/lines/miniCartRules';
import { SPINNER } from './quantityRules';

const bottles = { least: 1, most: 12, step: 1 };
const cases = { least: 6, most: 36, step: 6 };

describe('typed into the popup', () => {
  test.each([
    ['abc', 3, 'Enter a whole number of bottles.'],
    ['', 3, 'Enter a whole number of bottles.'],
    ['-2', 3, 'Enter a whole number of bottles.'],
    ['13', 3, 'Maximum Quantity: 12'],
    ['1.5', 3, 'Quantity can only be purchased in multiple of 1'],
    ['0', 0, ''],
    ['12', 12, ''],
  ])('%s', (text, quantity, problem) => {
    expect(MINI_CART.applyTyped(text, 3, bottles)).toEqual({ quantity, problem });
  });

  test.each([
    ['7', 12, 'Quantity can only be purchased in multiple of 6'],
    ['3', 12, ''],
    ['18', 18, ''],
  ])('%s by the half dozen', (text, quantity, problem) => {
    expect(MINI_CART.applyTyped(text, 12, cases)).toEqual({ quantity, problem });
  });
});

describe('stepped in the popup', () => {
  test.each([
    [1, 12, 12, 'Maximum Quantity: 12'],
    [1, 3, 4, ''],
    [-1, 3, 2, ''],
    [-1, 1, 0, ''],
    [-6, 4, 1, ''],
    [1, -1, -1, 'Invalid'],
  ])('%i from %i', (steps, now, quantity, problem) => {
    expect(MINI_CART.stepped(steps, now, bottles)).toEqual({ quantity, problem });
  });

  test('below the least nothing happens, and zero takes the line out', () => {
    expect(MINI_CART.stepped(-1, 12, { ...cases, least: 12 })).toEqual({ quantity: 12, problem: '' });
    expect(MINI_CART.stepped(-1, 6, cases)).toEqual({ quantity: 0, problem: '' });
  });
});

test('the spinners of the pages stay within their range', () => {
  expect(SPINNER.applyTyped('1000', 3, bottles)).toEqual({ quantity: 3, problem: 'Maximum Quantity: 12' });
  expect(SPINNER.applyTyped('0', 3, bottles)).toEqual({ quantity: 3, problem: 'The smallest quantity is 1.' });
  expect(SPINNER.applyTyped('-2', 3, bottles)).toEqual({ quantity: 3, problem: 'The smallest quantity is 1.' });
  expect(SPINNER.applyTyped('', 3, bottles)).toEqual({ quantity: 3, problem: 'Enter a whole number of bottles.' });
  expect(SPINNER.applyTyped('2.5', 3, bottles)).toEqual({ quantity: 3, problem: 'Enter a whole number of bottles.' });
  expect(SPINNER.stepped(6, 10, bottles)).toEqual({ quantity: 12, problem: '' });
});
