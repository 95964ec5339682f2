import type { ReactNode } from 'react';
import { useHydrated } from '../lib/hydrated';
import styles from './CardPlace.module.css';

interface Props {
  hidden?: boolean;
  /** The provider's fields are on their way. */
  loading: boolean;
  sandbox: boolean;
  children: ReactNode;
}

/** Where a new card is entered. Its place is kept while the provider's fields are on their way. */
export function CardPlace({ hidden = false, loading, sandbox, children }: Props) {
  const hydrated = useHydrated();
  return (
    <div className={styles.fields} hidden={hidden} aria-busy={hydrated && loading}>
      {sandbox && (
        <p className={styles.hint}>
          Test cards: 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0027 6000 3184 asks for
          confirmation. Any future date, any code.
        </p>
      )}
      {loading && <div className={styles.waiting} aria-hidden="true" />}
      {children}
    </div>
  );
}
