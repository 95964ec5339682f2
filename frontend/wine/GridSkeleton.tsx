import { classes } from '../lib/classes';
import styles from './GridSkeleton.module.css';
import wines from './WineGrid.module.css';

interface Props {
  /** How many wines. */
  cards: number;
  /** Whether they are being loaded. */
  loading?: boolean;
}

/** Space for the wines that are loaded next, so that nothing below moves when they arrive. */
export function GridSkeleton({ cards, loading = false }: Props) {
  return (
    <div className={classes(wines.grid, styles.skeleton)} data-loading={loading || undefined} aria-hidden="true">
      {Array.from({ length: cards }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={place} className={styles.card}>
          <div className={styles.frame} />
          <div className={styles.line} />
          <div className={styles.line} />
        </div>
      ))}
    </div>
  );
}
