/** Return what the header says of the place: 'Ship to CA 94110', 'Ship to…' while it is not known. */
export function shipToText(words: string): string {
  return words ? `Ship to ${words}` : 'Ship to…';
}
