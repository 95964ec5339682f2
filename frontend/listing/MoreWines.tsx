import { Button } from '../ui/Button';
import { GridSkeleton } from '../wine/GridSkeleton';
import type { Direction } from './listing';
import styles from './MoreWines.module.css';

const LABELS: Record<Direction, string> = { next: 'Load More', previous: 'Load Previous' };

interface Props {
  direction: Direction;
  /** How many wines will be loaded without a press: space is reserved for them. */
  placeholders?: number;
  loading: boolean;
  failed: boolean;
  onLoad: () => void;
}

/** The way to the wines behind or before the loaded ones, and what becomes of it. */
export function MoreWines({ direction, placeholders = 0, loading, failed, onLoad }: Props) {
  return (
    <div className={styles.more}>
      {placeholders > 0 && <GridSkeleton cards={placeholders} loading={loading} />}
      {failed && (
        <p className={styles.problem} role="alert">
          These wines could not be loaded. Nothing is lost: check your connection and try again.
        </p>
      )}
      <Button look="quiet" aria-disabled={loading || undefined} aria-busy={loading || undefined} onClick={onLoad}>
        {loading ? 'Loading...' : failed ? 'Retry' : LABELS[direction]}
      </Button>
    </div>
  );
}
