import { type ReactNode, useEffect } from 'react';
import type { Shared } from '../generated/pages';
import { ANNOUNCER_ID } from '../lib/announce';
import { keepCartFresh } from '../lib/cartCopy';
import { Footer } from './Footer';
import { Header } from './Header';
import styles from './Layout.module.css';
import { Notices } from './Notices';

/** What surrounds every page. */
export function Layout({ shared, children }: { shared: Shared; children: ReactNode }) {
  useEffect(keepCartFresh, []);
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to the content
      </a>
      {shared.sandbox && (
        <aside className={styles.sandbox} aria-label="About this store">
          Demo store: nothing is shipped, and no real money moves.
        </aside>
      )}
      <Header name={shared.store_name} links={shared.navigation} />
      <main id="main" className={styles.main} tabIndex={-1}>
        <Notices initial={shared.notices} />
        {children}
      </main>
      <Footer name={shared.store_name} links={shared.navigation} />
      <div id={ANNOUNCER_ID} className={styles.announcer} role="status" aria-live="polite" />
    </>
  );
}
