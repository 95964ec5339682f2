import type { AccountLink } from '../generated/pages';
import { Disclosure } from '../ui/Disclosure';
import styles from './AccountMenu.module.css';

/**
 * The pages of the customer's account: a row, and on narrow pages a list that opens. What posts is a button in a form,
 * which works without JavaScript.
 */
export function AccountMenu({ links, token }: { links: AccountLink[]; token: string }) {
  return (
    <nav className={styles.nav} aria-label="Your account">
      <Disclosure title="Account menu" look="bold" className={styles.menu}>
        <ul className={styles.links}>
          {links.map(({ label, url, here, posts }) => (
            <li key={url}>
              {posts ? (
                <form method="post" action={url}>
                  <input type="hidden" name="csrfmiddlewaretoken" value={token} />
                  <button type="submit">{label}</button>
                </form>
              ) : (
                <a href={url} aria-current={here ? 'page' : undefined}>
                  {label}
                </a>
              )}
            </li>
          ))}
        </ul>
      </Disclosure>
    </nav>
  );
}
