/** What a searchable select says instead of its options, or while they come. */
export const NO_MATCHES = 'No matches found';
export const LOADING_FAILED = 'Loading failed';
export const SEARCHING = 'Searching…';

export interface SelectLimits {
  shortest: number;
  longest: number;
  /** How many options may be chosen. */
  most: number;
}

/** Return why a text is not searched for while so many options are chosen, empty when it is. */
export function findObstacle(typed: string, chosen: number, { shortest, longest, most }: SelectLimits): string {
  if (chosen >= most) return `You can only select ${most} ${most === 1 ? 'item' : 'items'}`;
  const missing = shortest - typed.length;
  if (missing > 0) return `Please enter ${missing} or more characters`;
  const excess = typed.length - longest;
  if (excess > 0) return `Please delete ${excess} ${excess === 1 ? 'character' : 'characters'}`;
  return '';
}
