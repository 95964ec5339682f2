import type { FacetValue } from '../../generated/pages';
import { ConnectionError, get } from '../../lib/http';
import { findObstacle, LOADING_FAILED, NO_MATCHES, SEARCHING } from '../../ui/fields/selectMessages';
import { addressOf } from './filterForm';

/** What the select of a facet shows: values, or a message in their place. */
export interface ValueResults {
  values: FacetValue[];
  message: string;
}

/** As in vintner/catalogue/finding/facet_search.py. */
const SHORTEST = 2;
const LONGEST = 100;
const PAUSE = 150;

/**
 * Return a function that finds the values of a facet once typing pauses, under the other choices of the form. Only the
 * newest answer counts.
 */
export function createValueSearch(
  facet: string,
  most: number,
  onResults: (results: ValueResults) => void,
): (form: HTMLFormElement, text: string) => void {
  let timer = 0;
  let newest = 0;
  const load = async (form: HTMLFormElement, typed: string, number: number) => {
    let results: ValueResults;
    try {
      const address = new URL(addressOf(form), window.location.href);
      address.searchParams.set('values_of', facet);
      address.searchParams.set('values_like', typed);
      const answer = await get(address.pathname + address.search, { Accept: 'application/json' });
      const { values } = JSON.parse(answer) as { values: FacetValue[] };
      results = { values, message: values.length > 0 ? '' : NO_MATCHES };
    } catch (error) {
      if (!(error instanceof ConnectionError || error instanceof SyntaxError)) throw error;
      results = { values: [], message: LOADING_FAILED };
    }
    if (number === newest) onResults(results);
  };
  return (form, text) => {
    const typed = text.trim();
    window.clearTimeout(timer);
    newest += 1;
    const number = newest;
    const chosen = new FormData(form).getAll(facet).length;
    const obstacle = findObstacle(typed, chosen, { shortest: SHORTEST, longest: LONGEST, most });
    onResults({ values: [], message: obstacle || SEARCHING });
    if (!obstacle) timer = window.setTimeout(() => void load(form, typed, number), PAUSE);
  };
}
