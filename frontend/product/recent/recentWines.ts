import type { Image } from '../../generated/pages';
import { readConsent } from '../../lib/consent';

/** A wine that was looked at. It has no price: that would be out of date. */
export interface RecentWine {
  id: number;
  url: string;
  title: string;
  producer: string;
  image: Image | null;
}

export const RECENT = 'vintner.recent';
const MOST = 7;

/** Put a wine first, if the visitor allows what remembers preferences. The list never leaves the browser. */
export function rememberWine(wine: RecentWine): void {
  try {
    if (!readConsent().preferences) return;
    localStorage.setItem(RECENT, JSON.stringify([wine, ...recentWines(wine.id)].slice(0, MOST)));
  } catch {
    // Storage is forbidden or full: nothing is remembered.
  }
}

/** Return the wines that were looked at, latest first, without this one. */
export function recentWines(except: number): RecentWine[] {
  try {
    if (!readConsent().preferences) localStorage.removeItem(RECENT);
    const stored = JSON.parse(localStorage.getItem(RECENT) ?? '[]') as RecentWine[];
    return stored.filter(({ id, url, title }) => id !== except && url.startsWith('/') && title);
  } catch {
    return []; // Unreadable or forbidden counts as absent.
  }
}
