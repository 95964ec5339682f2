import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { CookiesPage } from '../../generated/pages';
import { announce } from '../../lib/announce';
import { CONSENT_CHANGED, readConsent } from '../../lib/consent';
import { ConnectionError, get, post } from '../../lib/http';
import { Button } from '../../ui/Button';
import styles from './ConsentBar.module.css';
import { ConsentChoices } from './ConsentChoices';

const PATH = '/cookies/';
const SAVED = 'Your choice about cookies is saved.';
const NOT_SAVED = 'Your browser did not keep your choice. Please allow this store’s cookies and try again.';

interface Answer {
  error?: string;
}

/** The question about cookies. It stands over a corner of the page and keeps nobody from reading or buying. */
export default function ConsentBar() {
  const [words, setWords] = useState<CookiesPage | null>(null);
  useEffect(() => {
    if (window.location.pathname === PATH) return; // the page asks by itself
    load().then(setWords, () => undefined); // the page at the foot asks the same
  }, []);
  return words && <Question words={words} />;
}

async function load(): Promise<CookiesPage> {
  if (readConsent().misplaced) await post(PATH, { choice: 'ask' });
  return JSON.parse(await get(PATH, { Accept: 'application/json' })) as CookiesPage;
}

function Question({ words }: { words: CookiesPage }) {
  const bar = useRef<HTMLElement>(null);
  const [choosing, setChoosing] = useState(false);
  const [fault, setFault] = useState('');

  useEffect(() => announce(`${words.title} The question stands at the beginning of the page.`), [words.title]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its height changes with what it shows
  useEffect(() => {
    const root = document.documentElement;
    root.style.setProperty('--consent', `${bar.current?.offsetHeight ?? 0}px`);
    return () => {
      root.style.removeProperty('--consent');
    };
  }, [choosing, fault]);

  useEffect(() => {
    if (choosing) bar.current?.querySelector<HTMLElement>('input:enabled[type=checkbox]')?.focus();
  }, [choosing]);

  const answer = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
    setFault('');
    setFault(await save(new URLSearchParams(fields as unknown as Record<string, string>)));
  };
  return (
    <section ref={bar} className={styles.bar} aria-labelledby="consent-title" data-consent="">
      <form method="post" action={PATH} className={styles.form} onSubmit={answer}>
        <h2 id="consent-title" className={styles.title}>
          {words.title}
        </h2>
        <p className={styles.words}>
          {words.intro} <a href={PATH}>All our cookies</a>
        </p>
        <input type="hidden" name="version" value={words.version} />
        <input type="hidden" name="referrer" value={document.referrer} />
        {choosing && <ConsentChoices kinds={words.kinds} />}
        {fault && (
          <p className={styles.fault} role="alert">
            {fault}
          </p>
        )}
        <div className={styles.answers}>
          <Button type="submit" name="choice" value="accept">
            Accept all
          </Button>
          <Button type="submit" name="choice" value="reject">
            Reject all
          </Button>
        </div>
        {/* Two elements: a button that became the other one under the press would send the form. */}
        {choosing ? (
          <Button key="save" type="submit" look="quiet" name="choice" value="save">
            Save my choice
          </Button>
        ) : (
          <Button key="choose" look="quiet" aria-expanded={false} onClick={() => setChoosing(true)}>
            Choose
          </Button>
        )}
      </form>
    </section>
  );
}

/** Save a choice; return the reason if it cannot be. */
async function save(fields: URLSearchParams): Promise<string> {
  try {
    const { error } = await post<Answer>(PATH, fields, { keepalive: true });
    if (error) return error;
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    return error.message;
  }
  if (readConsent().asks) return NOT_SAVED;
  document.getElementById('main')?.focus({ preventScroll: true }); // or it is lost with the question
  announce(SAVED);
  window.dispatchEvent(new CustomEvent(CONSENT_CHANGED));
  return '';
}
