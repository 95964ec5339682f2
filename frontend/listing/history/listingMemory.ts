import type { LoadedPage } from '../listing';
import type { Place } from './gridPlace';

const KEY = 'vintner.listings';
/** Milliseconds for which prices and stock read earlier may be shown again. */
const LIFETIME = 30 * 60 * 1000;
/** How many listings a shopper may go back through. */
const VISITS = 3;
/** Another build may draw cards from other props; its name has another hash. */
const BUILD = import.meta.url;

/** A listing as a shopper left it. */
export interface Visit {
  pages: LoadedPage[];
  automatic: number;
  place: Place | null;
}

interface StoredVisit extends Visit {
  id: string;
  build: string;
  expires: number;
}

interface EntryState {
  listing?: string;
}

/** Return the visit's name, which all history entries of the listing carry; mark the present entry with a new one. */
export function visitId(isReturn: boolean): string {
  const state = window.history.state as EntryState | null;
  if (isReturn && state?.listing) return state.listing;
  const id = String(performance.timeOrigin);
  window.history.replaceState({ ...state, listing: id }, '');
  return id;
}

/** Keep what is loaded for when the shopper comes back. */
export function rememberVisit(id: string, visit: Visit): void {
  const others = readVisits().filter((each) => each.id !== id);
  const stored = { ...visit, id, build: BUILD, expires: Date.now() + LIFETIME };
  try {
    sessionStorage.setItem(KEY, JSON.stringify([stored, ...others].slice(0, VISITS)));
  } catch {
    forgetVisits(); // too much to keep: the server's page is shown instead
  }
}

/** Return what the shopper had loaded before leaving; nothing on a first visit or after half an hour. */
export function recallVisit(id: string): Visit | null {
  return readVisits().find((each) => each.id === id && each.build === BUILD && each.expires > Date.now()) ?? null;
}

function readVisits(): StoredVisit[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as StoredVisit[];
  } catch {
    return []; // storage is forbidden or unreadable
  }
}

function forgetVisits(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // storage is forbidden: there is nothing to forget
  }
}
