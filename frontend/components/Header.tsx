import { useEffect, useRef } from 'react';
import type { Shared } from '../generated/pages';
import { giveHeadroom } from '../lib/headroom';
import { MENU_ID } from '../lib/mainMenu';
import { CartPanel } from './CartPanel';
import styles from './Header.module.css';
import { Hidden } from './Hidden';
import { MainMenu } from './MainMenu';
import { SearchBox } from './SearchBox';

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
