import { type FormEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { MixedCasePage } from '../../generated/pages';
import { announce } from '../../lib/announce';
import { ConnectionError, createQueue, get } from '../../lib/http';
import { reveal } from '../../lib/scroll';

/** The headings of the case and of the wines to choose from: where links lead to without JavaScript. */
export const CASE_ID = 'case';
export const WINES_ID = 'case-wines';

type Heading = typeof CASE_ID | typeof WINES_ID;

export interface FilledCase {
  page: MixedCasePage;
  /** Do what the pressed button of a form does. */
  press: (event: FormEvent<HTMLFormElement>) => void;
  /** Show the wines that a form asks for. */
  find: (event: FormEvent<HTMLFormElement>) => void;
  /** Follow a link of the page, which is about the case. */
  follow: (event: MouseEvent, urlOf: UrlOf) => void;
  /** Follow a link to other wines, which are seen from their heading on. */
  turn: (event: MouseEvent, urlOf: UrlOf) => void;
  problem: string;
}

/** Returns an address of the page as it is when those pressed before are answered; '' where there is nothing to do. */
export type UrlOf = (page: MixedCasePage) => string;

/**
 * Fills the case without loading the page anew, so that the shopper stays where she is. What the address says is what is
 * shown, so it can be sent and come back to. A press makes no entry of the history: going back would empty the case.
 */
export function useMixedCase(first: MixedCasePage): FilledCase {
  const [page, setPage] = useState(first);
  const [problem, setProblem] = useState('');
  const latest = useRef(first);
  const queue = useMemo(createQueue, []);
  const afterwards = useRef<{ heading: Heading; turned: boolean }>({ heading: CASE_ID, turned: false });
  useEffect(() => {
    if (page === first) return;
    const { heading, turned } = afterwards.current;
    const element = document.getElementById(heading);
    if (turned) reveal(element);
    // What was pressed may be gone: the last bottle of a wine, a link that has done its work.
    else if (document.activeElement === document.body) focusHere(element);
  }, [page, first]);

  const load = async (urlOf: UrlOf, heading: Heading, turned: boolean) => {
    const url = urlOf(latest.current);
    if (!url) return;
    setProblem('');
    try {
      const next = JSON.parse(await get(url, { Accept: 'application/json' })) as MixedCasePage;
      latest.current = next;
      afterwards.current = { heading, turned };
      setPage(next);
      window.history.replaceState(window.history.state, '', `${next.action}?${parametersOf(next)}`);
      announce(heading === WINES_ID ? winesWords(next) : caseWords(next));
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      setProblem(error.message);
    }
  };
  /** One after another: each press changes the case that those before it have left. */
  const change = (urlOf: UrlOf, heading: Heading, turned = false) => void queue(() => load(urlOf, heading, turned));
  const press = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { name, value } = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement;
    change((now) => `${now.action}?${parametersOf(now)}&${new URLSearchParams({ [name]: value })}`, CASE_ID);
  };
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    change((now) => {
      const asked = parametersOf(now);
      asked.delete('page');
      for (const name of ['q', 'colour', 'offer']) asked.set(name, String(fields.get(name) ?? ''));
      return `${now.action}?${asked}`;
    }, WINES_ID);
  };
  const followed = (event: MouseEvent, urlOf: UrlOf, heading: Heading, turned: boolean) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return; // to another tab or window
    event.preventDefault();
    change(urlOf, heading, turned);
  };
  return {
    page,
    press,
    find,
    follow: (event, urlOf) => followed(event, urlOf, CASE_ID, false),
    turn: (event, urlOf) => followed(event, urlOf, WINES_ID, true),
    problem,
  };
}

function parametersOf({ parameters }: MixedCasePage): URLSearchParams {
  return new URLSearchParams(parameters.map(({ name, value }): [string, string] => [name, value]));
}

/** Put the focus on a heading. Who uses the keyboard has to see it; for others the page stays where it is. */
function focusHere(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true });
  if (heading?.matches(':focus-visible')) heading.scrollIntoView?.({ block: 'nearest' });
}

function caseWords({ count, size, hint, gifts }: MixedCasePage): string {
  return [`${count} of ${size} bottles.`, hint, ...gifts].filter(Boolean).join(' ');
}

function winesWords({ wines }: MixedCasePage): string {
  if (wines.length === 0) return 'No wines match these filters.';
  return wines.length === 1 ? 'Showing 1 wine.' : `Showing ${wines.length} wines.`;
}
