// spec 5, searchable select boxes
export const NO_MATCHES = 'No matches found';
export const LOADING_FAILED = 'Loading failed';
export const SEARCHING = 'Searching…';

/** What a box asks of the text that is searched for, and of how many items are chosen. */
export interface Bounds {
  least?: number;
  most?: number;
  items?: number;
}

/** Say what keeps a box from searching for a text or from taking one more item, empty for nothing. */
export function boundMessage(text: string, chosen: number, { least = 0, most, items }: Bounds): string {
  if (items !== undefined && chosen >= items) return `You can only select ${items} ${items === 1 ? 'item' : 'items'}`;
  const missing = least - text.length;
  if (missing > 0) return `Please enter ${missing} or more characters`;
  const surplus = most === undefined ? 0 : text.length - most;
  return surplus > 0 ? `Please delete ${surplus} ${surplus === 1 ? 'character' : 'characters'}` : '';
}
