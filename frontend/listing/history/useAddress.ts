import { type RefObject, useEffect, useRef } from 'react';
import { browser } from '../../lib/go';
import { pageState } from '../../lib/layers';
import { glideTo } from '../../ui/glide';
import type { LoadedPage } from '../listing';
import { pageInView } from './pageInView';

const AFTER_SCROLLING = 50; // in milliseconds: docs/behaviour/pages.md#listing
const GLIDE = 500; // in milliseconds: docs/behaviour/pages.md#listing

/**
 * The address follows the page in view; back and forward go to that page's first wine, or load it
 * (docs/behaviour/pages.md#listing).
 */
export function useAddress(list: RefObject<HTMLElement | null>, pages: LoadedPage[]): void {
  const sent = useRef(pages[0]?.pagination.url);
  const look = useRef(() => {});

  useEffect(() => {
    const entry = here(); // may say more than the page's own address, such as a campaign's name
    if (numberIn(entry) !== numberIn(sent.current ?? entry)) return browser.reload(); // went back before this was here
    const addressOf = (url: string) => (url === sent.current ? entry : url);
    let last = entry;
    let timer = 0;
    const follow = () => {
      last = here();
      const url = list.current ? pageInView(startsIn(list.current).map(measured), window.innerHeight / 2) : '';
      if (!url || addressOf(url) === last) return;
      last = addressOf(url);
      window.history.pushState(pageState(), '', last);
    };
    look.current = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(follow, AFTER_SCROLLING);
    };
    const onTravel = () => {
      if (here() === last) return; // only the hash changed
      last = here();
      const start = list.current && startsIn(list.current).find((item) => addressOf(item.dataset.url ?? '') === last);
      if (start) glideTo(start.getBoundingClientRect().top + window.scrollY - spaceAbove(), GLIDE);
      else browser.reload();
    };
    const watch = new AbortController();
    window.addEventListener('scroll', () => look.current(), { passive: true, signal: watch.signal });
    window.addEventListener('popstate', onTravel, { signal: watch.signal });
    return () => {
      watch.abort();
      window.clearTimeout(timer);
    };
  }, [list]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: wines that come may stand in the middle of the window
  useEffect(() => look.current(), [pages]);
}

/** The number of a page of a listing: /shop/page/2/ → 2, 1 for the first, whose address has none. */
function numberIn(url: string): string {
  return /\/page\/(\d+)\/(\?|$)/.exec(url)?.[1] ?? '1';
}

function here(): string {
  return window.location.pathname + window.location.search;
}

/** Free space above what is scrolled to, as the style sheet has it for all jumps; in pixels. */
function spaceAbove(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
}

/** The first wine of every loaded page carries the page's address. */
function startsIn(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[data-url]')];
}

function measured(item: HTMLElement) {
  return { url: item.dataset.url ?? '', top: item.getBoundingClientRect().top };
}
