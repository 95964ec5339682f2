import { ConnectionError, get } from '../lib/http';

/** What the search box offers; `Suggestion` and `Suggestions` in vintner/catalogue/finding/suggestions.py. */
export interface Suggestion {
  label: string;
  url: string;
  detail: string;
  price: string;
  thumb: string;
}

export interface Suggestions {
  wines: Suggestion[];
  producers: Suggestion[];
}

export interface Group {
  label: string;
  items: Suggestion[];
}

const SHORTEST = 2;
const PAUSE = 150;

/** The address of the page with everything that is found; `*` keeps the last word unfinished, as in suggestions. */
export function resultsUrl(typed: string): string {
  return `/?${new URLSearchParams({ s: `${typed}*`, post_type: 'product' })}`;
}

/**
 * Return a function that fetches suggestions once typing pauses. Only the newest request counts; errors are ignored.
 */
export function createSearch(onResults: (typed: string, groups: Group[]) => void): (typed: string) => void {
  let timer = 0;
  let newest = 0;
  const request = async (typed: string, number: number) => {
    try {
      const results = JSON.parse(
        await get(`/search/suggestions/?${new URLSearchParams({ q: typed })}`, { Accept: 'application/json' }),
      ) as Suggestions;
      if (number === newest) onResults(typed, grouped(typed, results));
    } catch (error) {
      if (!(error instanceof ConnectionError || error instanceof SyntaxError)) throw error;
    }
  };
  return (text) => {
    const typed = text.trim();
    window.clearTimeout(timer);
    newest += 1;
    const number = newest;
    if (typed.length < SHORTEST) onResults(typed, []);
    else timer = window.setTimeout(() => void request(typed, number), PAUSE);
  };
}

function grouped(typed: string, { wines, producers }: Suggestions): Group[] {
  const groups = [
    { label: 'Wines', items: wines },
    { label: 'Producers', items: producers },
  ].filter(({ items }) => items.length > 0);
  if (groups.length === 0) return [];
  const all = { label: `See all results for “${typed}”`, url: resultsUrl(typed), detail: '', price: '', thumb: '' };
  return [...groups, { label: '', items: [all] }];
}
