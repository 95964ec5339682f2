import type { AccountLink } from '../generated/pages';
import styles from './AccountMenu.module.css';

/** The pages of the customer's account. */
export function AccountMenu({ links }: { links: AccountLink[] }) {
  return (
    <nav aria-label="Your account">
      <ul className={styles.menu}>
        {links.map(({ label, url, here }) => (
          <li key={url}>
            <a href={url} aria-current={here ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
