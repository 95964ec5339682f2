import { useEffect, useRef } from 'react';
import { CartPanel } from '../cart/CartPanel';
import type { Shared } from '../generated/pages';
import { SearchBox } from '../search/SearchBox';
import { Hidden } from '../ui/Hidden';
import styles from './Header.module.css';
import { giveHeadroom } from './headroom';
import { MainMenu } from './MainMenu';
import { MENU_ID } from './menuFocus';

/** The name of the store, the search, the account, the cart, and the shelves below. */
export function Header({ shared }: { shared: Shared }) {
  const header = useRef<HTMLElement>(null);
  useEffect(() => (header.current ? giveHeadroom(header.current) : undefined), []);
  return (
    <header ref={header} className={styles.header} tabIndex={-1}>
      <div className={styles.inner}>
        <button type="button" className={styles.toggle} popoverTarget={MENU_ID}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 7h16M4 12h16M4 17h16" />
          </svg>
          <Hidden>Menu</Hidden>
        </button>
        <a className={styles.name} href="/">
          {shared.store_name}
        </a>
        <div className={styles.search}>
          <SearchBox idPrefix="header" />
        </div>
        <div className={styles.yours}>
          <a className={styles.account} href="/favorites/">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M12 20.3 4.4 12.6a4.9 4.9 0 0 1 7-6.9l.6.7.6-.7a4.9 4.9 0 0 1 7 6.9Z" />
            </svg>
            <Hidden>Your favorites</Hidden>
          </a>
          <a className={styles.account} href="/my-source/">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <circle cx="12" cy="8.5" r="3.75" />
              <path d="M4.75 20a7.25 7.25 0 0 1 14.5 0" />
            </svg>
            <Hidden>Your account</Hidden>
          </a>
          <CartPanel />
        </div>
        <MainMenu items={shared.navigation} />
      </div>
    </header>
  );
}
