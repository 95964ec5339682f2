import { type ToggleEvent, useEffect, useRef } from 'react';
import { CartLink } from '../cart/CartLink';
import { ShipTo } from '../cart/place/ShipTo';
import type { Shared } from '../generated/pages';
import { whenWide } from '../lib/narrow';
import { SearchBox } from '../search/SearchBox';
import { SearchIcon } from '../search/SearchIcon';
import { Hidden } from '../ui/Hidden';
import { StoreName } from '../ui/StoreName';
import styles from './Header.module.css';
import { giveHeadroom } from './headroom';
import { MainMenu } from './MainMenu';
import { MENU_ID } from './menuFocus';

const SEARCH_ID = 'search';

/** The name of the store, the search, the account, the cart, and the shelves below. */
export function Header({ shared }: { shared: Shared }) {
  const header = useRef<HTMLElement>(null);
  const search = useRef<HTMLDivElement>(null);
  useEffect(() => (header.current ? giveHeadroom(header.current) : undefined), []);
  useEffect(() => whenWide(() => search.current?.hidePopover()), []);
  return (
    <header ref={header} className={styles.header} tabIndex={-1}>
      <div className={styles.inner}>
        <button type="button" className={styles.toggle} popoverTarget={MENU_ID}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 7h16M4 12h16M4 17h16" />
          </svg>
          <Hidden>Menu</Hidden>
        </button>
        <StoreName name={shared.store_name} className={styles.name} />
        {/* On phones the search is a panel that opens at the top, also without any script. */}
        <div ref={search} id={SEARCH_ID} className={styles.search} popover="auto" onToggle={focusSearch}>
          <SearchBox idPrefix="header" />
          <button type="button" className={styles.toggle} popoverTarget={SEARCH_ID} popoverTargetAction="hide">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="m6 6 12 12M18 6 6 18" />
            </svg>
            <Hidden>Close the search</Hidden>
          </button>
        </div>
        <div className={styles.yours}>
          <ShipTo />
          <button type="button" className={styles.toggle} popoverTarget={SEARCH_ID}>
            <SearchIcon />
            <Hidden>Search for wines</Hidden>
          </button>
          <a className={styles.favorites} href="/favorites/">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M12 20.3 4.4 12.6a4.9 4.9 0 0 1 7-6.9l.6.7.6-.7a4.9 4.9 0 0 1 7 6.9Z" />
            </svg>
            <Hidden>Your favorites</Hidden>
          </a>
          <a href="/my-source/">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <circle cx="12" cy="8.5" r="3.75" />
              <path d="M4.75 20a7.25 7.25 0 0 1 14.5 0" />
            </svg>
            <Hidden>Your account</Hidden>
          </a>
          <CartLink />
        </div>
        <MainMenu items={shared.navigation} />
      </div>
    </header>
  );
}

function focusSearch({ newState, currentTarget }: ToggleEvent): void {
  if (newState === 'open') currentTarget.querySelector('input')?.focus();
}
