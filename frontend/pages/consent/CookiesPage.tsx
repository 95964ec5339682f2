import type { CookieKind, CookiesPage as Props } from '../../generated/pages';
import { ConsentChoices } from '../../notices/consent/ConsentChoices';
import { Button } from '../../ui/Button';
import styles from './CookiesPage.module.css';

/** The choice about cookies, and what each cookie is for. */
export default function CookiesPage({ version, title, intro, kinds, back, error }: Props) {
  return (
    <div className={styles.page}>
      <h1>{title}</h1>
      <p>{intro}</p>
      <form id="cookie-choice" method="post" action="/cookies/" className={styles.form}>
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="back" value={back} />
        <ConsentChoices kinds={kinds} />
        {error && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
        <div className={styles.buttons}>
          <Button type="submit" name="choice" value="accept">
            Accept all
          </Button>
          <Button type="submit" name="choice" value="reject">
            Reject all
          </Button>
          <Button type="submit" look="quiet" name="choice" value="save">
            Save my choice
          </Button>
        </div>
      </form>
      <section aria-labelledby="all-cookies" className={styles.lists}>
        <h2 id="all-cookies">All our cookies</h2>
        <p>Some are entries in the memory of your browser, which work alike. Names with * stand for several.</p>
        {kinds.map((kind) => (
          <CookieList key={kind.name} kind={kind} />
        ))}
      </section>
    </div>
  );
}

function CookieList({ kind }: { kind: CookieKind }) {
  return (
    <>
      <h3 className={styles.kind}>{kind.title}</h3>
      <dl className={styles.list}>
        {kind.cookies.map((cookie) => (
          <div key={cookie.names} className={styles.cookie}>
            <dt>{cookie.names}</dt>
            <dd>
              {cookie.purpose} – {cookie.lasts}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
