import type { ProducerNote } from '../generated/pages';

/** Where and since when a producer works: 'Douro, Portugal, since 1921'. */
export function origin({ region, country, founded }: ProducerNote): string {
  return [region, country, founded && `since ${founded}`].filter(Boolean).join(', ');
}

/** '1 wine', '4 wines'. */
export function countedWines(wines: number): string {
  return wines === 1 ? '1 wine' : `${wines} wines`;
}
