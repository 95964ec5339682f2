import type { Link } from '../generated/pages';
import { CartPanel } from './CartPanel';
import styles from './Header.module.css';
import { Hidden } from './Hidden';

const MENU = 'menu';

/** The name of the store, the shelves, the cart. On small screens the shelves are a popover, without any script. */
export function Header({ name, links }: { name: string; links: Link[] }) {
  return (
    <div className={styles.bar}>
      <header className={styles.header}>
        <button type="button" className={styles.toggle} popoverTarget={MENU}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 7h16M4 12h16M4 17h16" />
          </svg>
          <Hidden>Menu</Hidden>
        </button>
        <a className={styles.name} href="/">
          {name}
        </a>
        <nav id={MENU} className={styles.menu} popover="auto" aria-label="Wines">
          <ul className={styles.links}>
            {links.map((link) => (
              <li key={link.url}>
                <a href={link.url}>{link.label}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.cart}>
          <CartPanel />
        </div>
      </header>
    </div>
  );
}
