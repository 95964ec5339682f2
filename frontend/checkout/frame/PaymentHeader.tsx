import type { ReactNode } from 'react';
import type { Shared } from '../../generated/pages';
import { StoreName } from '../../ui/StoreName';
import styles from './PaymentHeader.module.css';

/** The head of a page where money is paid: the name of the store, and that it is safe here. */
export function PaymentHeader({ shared, children }: { shared: Shared; children?: ReactNode }) {
  return (
    <header className={styles.header} tabIndex={-1}>
      <div className={styles.inner}>
        <StoreName name={shared.store_name} />
        {children}
        <p className={styles.safe}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3" />
          </svg>
          Secure checkout
        </p>
      </div>
    </header>
  );
}
