import { type ToggleEvent, useEffect, useRef } from 'react';
import { shipToText } from '../cart/place/shipToText';
import type { Link, MenuItem } from '../generated/pages';
import { useHydrated } from '../lib/hydrated';
import { useShipTo } from '../lib/shipTo';
import { SearchBox } from '../search/SearchBox';
import { Hidden } from '../ui/Hidden';
import styles from './MainMenu.module.css';
import { MENU_ID, manageMenu, shutSubmenus } from './menuFocus';

/**
 * One list of shelves: a row below the header, and on small screens a panel that slides out, also without any script.
 */
export function MainMenu({ items }: { items: MenuItem[] }) {
  const menu = useRef<HTMLElement>(null);
  const { words } = useShipTo();
  const here = useHydrated() ? findCurrent(items) : '';
  useEffect(() => {
    if (!menu.current) return;
    const stops = [manageMenu(menu.current), shutSubmenus(menu.current)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return (
    <nav ref={menu} id={MENU_ID} className={styles.menu} popover="auto" aria-label="Main">
      <div className={styles.head}>
        <span className={styles.title}>Menu</span>
        <button type="button" className={styles.close} popoverTarget={MENU_ID} popoverTargetAction="hide">
          <span aria-hidden="true">×</span>
          <Hidden>Close the menu</Hidden>
        </button>
      </div>
      <details className={styles.find} name={MENU_ID} onToggle={focusSearch}>
        <Summary label="Search" />
        <SearchBox idPrefix="menu" label="Wines, in the menu" />
      </details>
      <ul className={styles.items}>
        {items.map((item) => (
          <li key={item.label}>
            {item.links.length > 0 ? <Group item={item} here={here} /> : <Place link={item} here={here} />}
          </li>
        ))}
      </ul>
      <ul className={styles.yours}>
        <li>
          <Place link={{ label: 'Your account', url: '/my-source/' }} here={here} />
        </li>
        <li>
          <Place link={{ label: 'Your favorites', url: '/favorites/' }} here={here} />
        </li>
        <li>
          <Place link={{ label: 'Your cart', url: '/cart/' }} here={here} />
        </li>
        <li>
          <Place link={{ label: shipToText(words), url: '/ship-to/' }} here={here} />
        </li>
      </ul>
    </nav>
  );
}

function Group({ item, here }: { item: MenuItem; here: string }) {
  const links = item.url ? [{ label: `All of ${item.label}`, url: item.url }, ...item.links] : item.links;
  return (
    <details className={styles.group} name={MENU_ID}>
      <Summary label={item.label} />
      <ul className={styles.links}>
        {links.map((link) => (
          <li key={link.url}>
            <Place link={link} here={here} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Summary({ label }: { label: string }) {
  return (
    <summary>
      {label}
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d="m2.5 4.5 3.5 3.5 3.5-3.5" />
      </svg>
    </summary>
  );
}

function Place({ link, here }: { link: Link; here: string }) {
  return (
    <a href={link.url} aria-current={link.url === here ? 'page' : undefined}>
      {link.label}
    </a>
  );
}

/**
 * Return the address of the page as an item would have it: with its query if an item has the same. Pages do not contain
 * their own address, because they are cached for everybody; the browser knows it.
 */
function findCurrent(items: MenuItem[]): string {
  const { pathname, search } = window.location;
  return items.some(({ url }) => url === pathname + search) ? pathname + search : pathname;
}

function focusSearch(event: ToggleEvent<HTMLDetailsElement>): void {
  if (event.newState === 'open') event.currentTarget.querySelector<HTMLInputElement>('input[type="search"]')?.focus();
}
