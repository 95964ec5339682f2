import type { FormEvent } from 'react';
import type { ErrorPage as Props } from '../../generated/pages';
import { browser } from '../../lib/go';
import { SearchBox } from '../../search/SearchBox';
import { Button } from '../../ui/Button';
import { buttonClass } from '../../ui/buttonClass';
import styles from './ErrorPage.module.css';

export default function ErrorPage({ status, title, message, shared }: Props) {
  const ourFault = status >= 500;
  return (
    <div className={styles.page}>
      <p className={styles.status} aria-hidden="true">
        {status}
      </p>
      <h1>{title}</h1>
      <p className={styles.message}>{message}</p>
      {ourFault ? (
        <form onSubmit={reload}>
          <Button type="submit">Try again</Button>
        </form>
      ) : (
        <div className={styles.search}>
          <SearchBox idPrefix="error" label="Wines, instead of this page" />
        </div>
      )}
      <nav aria-label="Ways on">
        <ul className={styles.shelves}>
          {shared.navigation
            .filter((item) => item.url)
            .map((item) => (
              <li key={item.url}>
                <a className={buttonClass('quiet')} href={item.url}>
                  {item.label}
                </a>
              </li>
            ))}
        </ul>
      </nav>
    </div>
  );
}

/** Without a script the form requests the same page without its query. */
function reload(event: FormEvent): void {
  event.preventDefault();
  browser.reload();
}
