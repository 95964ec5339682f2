import type { Span } from './listing';

/**
 * What stands for the first and the last position in the text that outside scripts fill
 * (docs/behaviour/pages.md#listing).
 */
const FIRST = '-1';
const LAST = '-2';

/** 'Showing -1–-2 of 61 results': the text with places for the numbers. */
export function resultCountText(total: number): string {
  return `Showing ${FIRST}–${LAST} of ${total} results`;
}

/** Return how much of the listing is shown, in WooCommerce's words; empty for an empty listing. */
export function resultCount({ first, last, total }: Span): string {
  if (total === 0) return '';
  if (total === 1) return 'Showing the single result';
  if (first === 1 && last === total) return `Showing all ${total} results`;
  return `Showing ${first}–${last} of ${total} results`;
}

/** Return how the results are sorted, for screen readers; nothing in the default order. */
export function sortedWords(label: string): string {
  return label.startsWith('Sort by ') ? label.replace('Sort by ', 'Sorted by ') : '';
}
