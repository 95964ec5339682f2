import { classes } from '../lib/classes';
import styles from './Stars.module.css';

/** A star as a path in a box of 20 by 20. */
export const OUTLINE = 'M10 1.8l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z';
const LEFT_HALF = 'M10 1.8v13L4.9 17.5l1-5.7-4.1-4 5.7-.8z';

interface Props {
  /** Between 0 and 5. */
  value: number;
  /** The number of ratings behind an average; absent for a single rating. */
  count?: number;
}

/** Stars drawn to the nearest half, with the figure in words beside or behind them. */
export function Stars({ value, count }: Props) {
  const halves = Math.round(value * 2);
  const words = `${value} out of 5 stars`;
  return (
    <span className={styles.stars}>
      <span className={styles.row} role="img" aria-label={words}>
        {[2, 4, 6, 8, 10].map((full) => (
          <svg
            key={full}
            className={classes(styles.star, halves < full && styles.empty)}
            viewBox="0 0 20 20"
            aria-hidden="true"
          >
            <path d={OUTLINE} />
            {halves === full - 1 && <path d={LEFT_HALF} fill="currentColor" className={styles.star} />}
          </svg>
        ))}
      </span>
      {count !== undefined && (
        <span className={styles.count}>
          {value.toFixed(1)} ({count})
        </span>
      )}
    </span>
  );
}
