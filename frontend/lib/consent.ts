import { useEffect, useState } from 'react';
import { cookie } from './cookies';
import { whenIdle } from './whenIdle';

/** Sent to the window when the visitor has answered: scripts that wait for a yes go on, others stop. */
export const CONSENT_CHANGED = 'vintner:consent';

/** What the visitor allows now (docs/behaviour/consent.md). */
export interface Consent {
  statistics: boolean;
  preferences: boolean;
  /** Whether the question is open. */
  asks: boolean;
  /** Whether the store took the place for one where nobody is asked, and the time zone says that it is not. */
  misplaced: boolean;
}

/** Time zones of the United States and Canada, and those that name no place. America has parts of France. */
const OVERSEAS =
  /^(America|US|Canada)\/(?!Cayenne|Guadeloupe|Martinique|Marigot|St_Barth|Montreal)|^Pacific\/Honolulu|^Etc|^UTC|^$/;

/** Return what the visitor allows. The first time zone that is asked for takes a phone 100 ms. */
export function readConsent(): Consent {
  const [, state, choices = ''] = cookie('vintner_consent').split('.');
  const misplaced = state === 'u' && !OVERSEAS.test(Intl.DateTimeFormat().resolvedOptions().timeZone ?? '');
  const granted = state === 'g' || (state === 'u' && !misplaced);
  return {
    statistics: granted || choices.includes('s'),
    preferences: granted || choices.includes('p'),
    asks: state === 'a' || misplaced,
    misplaced,
  };
}

/** Return whether the question is open; false on the server, and until the page has nothing else to do. */
export function useOpenQuestion(): boolean {
  const [asks, setAsks] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const read = () => signal.aborted || setAsks(readConsent().asks);
    whenIdle(read);
    window.addEventListener(CONSENT_CHANGED, read, { signal });
    window.addEventListener('pageshow', read, { signal }); // a page from the browser's memory follows an answer on a later one
    return () => leaving.abort();
  }, []);
  return asks;
}
