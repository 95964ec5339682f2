import type { Contract } from '../../generated/pages';
import { ConnectionError, get } from '../../lib/http';

/** The id of what the filters leave. */
export const FOUND = 'found';
const PLACE_KEY = 'vintner.facets';

/** Where a shopper was when a choice led to a new page: the choice, and how far the window was scrolled. */
interface Place {
  id: string;
  y: number;
}

/** Return the address that a form leads to, without its empty fields. */
export function addressOf(form: HTMLFormElement): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && value.trim()) parameters.append(name, value.trim());
  }
  const query = parameters.toString();
  const path = form.getAttribute('action') ?? '';
  return query ? `${path}?${query}` : path;
}

let requestCount = 0;

/** Count the wines that a form's choices would leave. Only the newest request counts; errors are ignored. */
export async function countWines(form: HTMLFormElement, onTotal: (total: number) => void): Promise<void> {
  requestCount += 1;
  const request = requestCount;
  try {
    const props = JSON.parse(await get(addressOf(form), { Accept: 'application/json' }));
    const { pagination } = props as Contract['pages']['catalogue/ListingPage'];
    if (request === requestCount) onTotal(pagination.total);
  } catch (error) {
    if (!(error instanceof ConnectionError || error instanceof SyntaxError)) throw error;
  }
}

/** Remember the choice just made, so that the next page goes on there. */
export function savePlace({ id }: HTMLInputElement): void {
  const place: Place = { id, y: window.scrollY };
  sessionStorage.setItem(PLACE_KEY, JSON.stringify(place));
}

/**
 * Go on at the choice that led here, once. Returns what undoes the listening: a page that comes back from the
 * browser's memory shows the choices it was made for, not the one that led away from it.
 */
export function restorePlace(form: HTMLFormElement): () => void {
  const saved = sessionStorage.getItem(PLACE_KEY);
  sessionStorage.removeItem(PLACE_KEY);
  if (saved) goTo(JSON.parse(saved) as Place);
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    sessionStorage.removeItem(PLACE_KEY);
    form.reset();
  };
  window.addEventListener('pageshow', onShow);
  return () => window.removeEventListener('pageshow', onShow);
}

function goTo({ id, y }: Place): void {
  window.scrollTo({ top: y, behavior: 'instant' });
  document.getElementById(id)?.focus({ preventScroll: true });
}
