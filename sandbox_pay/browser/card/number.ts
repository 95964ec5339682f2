import type { Problem } from '../problems.ts';
import { brandOf } from './brands.ts';

/** Return the digits alone, cut at the longest number the brand has. */
export function digitsOf(text: string): string {
  const digits = text.replace(/\D/g, '');
  return digits.slice(0, Math.max(...brandOf(digits).lengths));
}

/** Return the digits in the groups that are printed on the card. */
export function grouped(digits: string): string {
  const parts: string[] = [];
  let start = 0;
  for (const size of brandOf(digits).groups) {
    if (start < digits.length) parts.push(digits.slice(start, start + size));
    start += size;
  }
  return parts.join(' ');
}

export function numberProblem(digits: string): Problem | null {
  const { lengths } = brandOf(digits);
  if (digits.length < Math.min(...lengths)) return 'incomplete_number';
  if (luhn(digits) && lengths.includes(digits.length)) return null;
  return digits.length < Math.max(...lengths) ? 'incomplete_number' : 'invalid_number';
}

/** Whether the last digit fits the others (ISO/IEC 7812). */
export function luhn(digits: string): boolean {
  let total = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const value = place % 2 === 1 ? digit * 2 : digit;
    total += value > 9 ? value - 9 : value;
  }
  return total % 10 === 0;
}
