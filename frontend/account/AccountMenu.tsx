import type { AccountLink } from '../generated/pages';
import styles from './AccountMenu.module.css';

/** The pages of the customer's account. What posts is a button in a form, which works without JavaScript. */
export function AccountMenu({ links, token }: { links: AccountLink[]; token: string }) {
  return (
    <nav aria-label="Your account">
      <ul className={styles.menu}>
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
    </nav>
  );
}
