import { type MouseEvent, useCallback, useEffect } from 'react';
import type { Card, ListingPage } from '../generated/pages';
import { announce } from '../lib/announce';
import { browser } from '../lib/go';
import { ConnectionError } from '../lib/http';
import { useHydrated } from '../lib/hydrated';
import { reveal } from '../lib/scroll';
import { Hidden } from '../ui/Hidden';
import { WineGrid } from '../wine/WineGrid';
import { useAddress } from './history/useAddress';
import { type Direction, further, nextPageSize } from './listing';
import { MoreWines } from './MoreWines';
import { PageLinks } from './PageLinks';
import styles from './Shelf.module.css';
import { useImages } from './useImages';
import type { Listing } from './useListing';
import { useNearEnd } from './useNearEnd';

/** After so many pages that loaded by themselves a button appears, so that the footer can be reached. */
const MOST_AUTOMATIC = 3;

const END = 'No more products'; // WooCommerce's words

interface Props {
  listing: Listing;
  paging: ListingPage['paging'];
}

/** The wines of a listing, page after page. */
export function Shelf({ listing: { list, state, load, turn, show }, paging }: Props) {
  const { pages, loading, failed, awaited } = state;
  const hydrated = useHydrated();
  const byButton = hydrated && ['infinity_scroll', 'more_button', 'more_pagination'].includes(paging);
  const isAutomatic = paging === 'infinity_scroll' && state.automatic < MOST_AUTOMATIC && !failed;
  const byItself = isAutomatic && !loading;

  useAddress(list, pages);
  useNearEnd(
    list,
    byItself ? further(pages, 'next') : '',
    useCallback(() => void load('next', 'scroll'), [load]),
  );
  const ended = byButton && (pages[0]?.pagination.pages ?? 0) > 1 && !further(pages, 'next');
  const came = pages.length > 1;
  useEffect(() => {
    if (ended && came) announce(END);
  }, [ended, came]);
  const awaitedPage = pages.find((page) => page.pagination.url === awaited);
  const isAwaited = (card: Card) => awaitedPage?.cards.includes(card) ?? false;
  useImages(() => awaitedItems(list.current, awaitedPage?.cards), awaitedPage !== undefined, show);

  const onFollow = (event: MouseEvent<HTMLAnchorElement>) => {
    const url = event.currentTarget.getAttribute('href') ?? '';
    if (!paging.endsWith('pagination') || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    turn(url).then(
      () => reveal(list.current),
      (error: unknown) => {
        if (!(error instanceof ConnectionError)) throw error;
        browser.go(url);
      },
    );
  };
  const more = (direction: Direction) =>
    byButton &&
    further(pages, direction) && (
      // A new element for each page: browsers count an element that moves as a layout shift, and not one that is replaced.
      <MoreWines
        key={`${direction} ${pages.length}`}
        direction={direction}
        placeholders={direction === 'next' && (isAutomatic || loading === direction) ? nextPageSize(pages) : 0}
        loading={loading === direction}
        failed={failed === direction}
        onLoad={() => void load(direction, 'button')}
      />
    );
  const starts = new Map(pages.map(({ cards, pagination }) => [cards[0], pagination.url]));
  return (
    <section className={styles.shelf} aria-labelledby="wines">
      <h2 id="wines">
        <Hidden>Wines</Hidden>
      </h2>
      {more('previous')}
      <WineGrid
        ref={list}
        cards={pages.flatMap(({ cards }) => cards)}
        onScreen={4}
        startOf={(card) => starts.get(card)}
        isAwaited={isAwaited}
      />
      {more('next')}
      {ended && <p className={styles.end}>{END}</p>}
      <PageLinks pages={pages} hidden={byButton && paging !== 'more_pagination'} onFollow={onFollow} />
    </section>
  );
}

function awaitedItems(list: HTMLElement | null, cards: Card[] = []): Element[] {
  return [...(list?.children ?? [])].slice(0, cards.length);
}
