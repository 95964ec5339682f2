import type { ProducerNote } from '../../generated/pages';

/** Where and since when a producer works: 'Douro, since 1921'. */
export function origin({ region, founded }: ProducerNote): string {
  return [region, founded && `since ${founded}`].filter(Boolean).join(', ');
}
