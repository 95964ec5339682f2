import { useEffect } from 'react';
import { AccountMenu } from '../../account/AccountMenu';
import styles from '../../account/AccountStep.module.css';
import type { PrivacyPage as Props } from '../../generated/pages';
import { browser } from '../../lib/go';
import { get } from '../../lib/http';
import { Button } from '../../ui/Button';
import { buttonClass } from '../../ui/buttonClass';
import own from './PrivacyPage.module.css';

/** Milliseconds between two requests whether the archive is ready. */
const ASK_AGAIN = 4000;

/** The archive of what the store knows of the customer, and the way to erase the account. */
export default function PrivacyPage(props: Props) {
  const { menu, csrf_token, error, state, about, request_url, download_url, erase_url } = props;
  useReloadOnceReady(state === 'waiting', props.page_url);
  return (
    <div className={styles.page}>
      <h1>Privacy</h1>
      <AccountMenu links={menu} token={csrf_token} />
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <section className={own.part}>
        <h2>Your data</h2>
        <p>
          Everything we know about you in one file: your account, orders, payments, addresses, reviews and cart, as a
          page to read and as JSON for programs.
        </p>
        {about && <p className={own.about}>{about}</p>}
        {download_url && (
          <p>
            <a className={buttonClass()} href={download_url}>
              Download your archive
            </a>
          </p>
        )}
        {state === 'waiting' ? (
          <p>
            <a href={props.page_url}>See whether it is ready</a>
          </p>
        ) : (
          <form method="post" action={request_url}>
            <input type="hidden" name="csrfmiddlewaretoken" value={csrf_token} />
            <Button type="submit" look="quiet">
              {state === 'none' ? 'Make my archive' : 'Make a new archive'}
            </Button>
          </form>
        )}
      </section>
      <section className={own.part}>
        <h2>Erase your account</h2>
        <p>
          Before anything is erased, we show you what goes, what stays and why. You have thirty days to change your
          mind.
        </p>
        <p>
          <a className={buttonClass('quiet')} href={erase_url}>
            See what would be erased
          </a>
        </p>
      </section>
    </div>
  );
}

/** Reloads the page when the archive is ready or has failed. Until then the visitor is not disturbed. */
function useReloadOnceReady(waiting: boolean, url: string) {
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(async () => {
      const page = await get(url, { Accept: 'application/json' }).catch(() => '');
      if (page && (JSON.parse(page) as Props).state !== 'waiting') browser.reload();
    }, ASK_AGAIN);
    return () => clearInterval(timer);
  }, [waiting, url]);
}
