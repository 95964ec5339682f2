import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { openForGuests } from '../account/auth/authTriggers';
import { AgeGate } from '../age/AgeGate';
import { keepCartFresh } from '../cart/cartRefresh';
import type { Shared } from '../generated/pages';
import { ANNOUNCER_ID } from '../lib/announce';
import { useOpenQuestion } from '../lib/consent';
import { useHydrated } from '../lib/hydrated';
import type { Frame } from '../lib/pages';
import { whenIdle } from '../lib/whenIdle';
import { Notices } from '../notices/Notices';
import { StoreNotice } from '../notices/StoreNotice';
import { Footer } from './Footer';
import { Header } from './Header';
import styles from './Layout.module.css';

/** It can wait until the page works, and may fail to come: the header leads to the cart, too. */
const FloatingBasket = lazy(async () => {
  await new Promise<void>(whenIdle);
  return import('../cart/basket/FloatingBasket').catch(() => ({ default: () => null }));
});

/** The page at the foot asks the same. */
const ConsentBar = lazy(() => import('../notices/consent/ConsentBar').catch(() => ({ default: () => null })));

const SHOP: Frame = { Header, Footer };

interface Props {
  shared: Shared;
  frame?: Frame | undefined;
  children: ReactNode;
}

/** What surrounds every page. */
export function Layout({ shared, frame = SHOP, children }: Props) {
  const hydrated = useHydrated();
  const asks = useOpenQuestion();
  useEffect(keepCartFresh, []);
  useEffect(() => openForGuests(shared.opens_log_in), [shared.opens_log_in]);
  return (
    <AgeGate gate={shared.age_gate} storeName={shared.store_name}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      {asks && (
        <Suspense>
          <ConsentBar />
        </Suspense>
      )}
      {shared.store_notice && <StoreNotice {...shared.store_notice} />}
      {!shared.is_bare && <frame.Header shared={shared} />}
      <main id="main" className={styles.main} tabIndex={-1}>
        <Notices initial={shared.notices} />
        {children}
      </main>
      {!shared.is_bare && <frame.Footer shared={shared} />}
      <div id={ANNOUNCER_ID} className={styles.announcer} role="status" aria-live="polite" />
      {/* A place of its own from the start: what comes later into an open menu's page must be out of reach, too. */}
      <div>
        {hydrated && !shared.is_bare && (
          <Suspense>
            <FloatingBasket />
          </Suspense>
        )}
      </div>
    </AgeGate>
  );
}
