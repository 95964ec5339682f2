import { type ReactNode, useRef, useState } from 'react';
import { browser } from '../../lib/go';
import { useHydrated } from '../../lib/hydrated';
import { Disclosure } from '../../ui/Disclosure';
import styles from './LogInToggle.module.css';

const TITLE = 'Returning customer? Click here to log in';

/**
 * The log-in form of a checkout, behind a link; it comes when it is first wanted. Without JavaScript the link leads to
 * the form's own page (`url`), which leads back.
 */
export function LogInToggle({ url }: { url: string }) {
  const hydrated = useHydrated();
  const asked = useRef(false);
  const [forms, setForms] = useState<ReactNode>(null);

  const load = async (details: HTMLDetailsElement) => {
    if (asked.current) return;
    asked.current = true;
    try {
      const { loadInlineForms } = await import('./InlineForms');
      setForms(await loadInlineForms());
    } catch {
      if (details.open) browser.go(url);
      else asked.current = false;
    }
  };

  if (!hydrated) {
    return (
      <p className={styles.toggle}>
        <a className={styles.link} href={url}>
          {TITLE}
        </a>
      </p>
    );
  }
  return (
    <Disclosure
      title={TITLE}
      slide="quick"
      className={styles.toggle}
      onPointerEnter={({ currentTarget }) => load(currentTarget)}
      onFocus={({ currentTarget }) => load(currentTarget)}
      onToggle={({ currentTarget }) => currentTarget.open && load(currentTarget)}
    >
      <div className={styles.form}>
        <p className={styles.hint}>
          Log in to use your saved addresses. New here? You can check out without an account.
        </p>
        {forms ?? <p role="status">One moment…</p>}
      </div>
    </Disclosure>
  );
}
