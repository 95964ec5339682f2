import type { ReactNode } from 'react';
import { classes } from '../../lib/classes';
import { useHydrated } from '../../lib/hydrated';
import styles from './CardPlace.module.css';

interface Props {
  hidden?: boolean;
  /** The provider's fields are on their way. */
  loading: boolean;
  sandbox: boolean;
  /** The provider's name of the type that is entered here. */
  type?: string;
  children: ReactNode;
}

/** Method type → what the sandbox takes for it. */
const HINTS: Record<string, string> = {
  card: 'Test cards: 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 asks for confirmation. Any future date, any code.',
  blik: 'Test codes: 111111 pays, 222222 is declined, any other six digits wait for an answer on the phone.',
};

/**
 * The place of a card's fields, or of another method's. Its height is reserved while the provider's fields are loading.
 */
export function CardPlace({ hidden = false, loading, sandbox, type = 'card', children }: Props) {
  const hydrated = useHydrated();
  const hint = sandbox && HINTS[type];
  const isCard = type === 'card'; // others are seldom as tall
  return (
    <div className={classes(styles.fields, isCard && styles.tall)} hidden={hidden} aria-busy={hydrated && loading}>
      {hint && <p className={styles.hint}>{hint}</p>}
      {loading && isCard && <div className={styles.waiting} aria-hidden="true" />}
      {children}
    </div>
  );
}
