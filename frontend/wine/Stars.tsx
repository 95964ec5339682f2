import styles from './Stars.module.css';

const POINTS = 'l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z';
const LEFT_POINTS = 'v13l-5.1 2.7 1-5.7-4.1-4 5.7-.8z';
/** A star as a path in a box of 20 by 20. */
export const OUTLINE = `M10 1.8${POINTS}`;

/** Stars side by side, a little apart, as one path: drawn one by one they were an eighth of the elements of a page. */
function path(first: number, end: number, points = POINTS): string {
  let d = '';
  for (let place = first; place < end; place += 1) d += `M${10 + 21.25 * place} 1.8${points}`;
  return d;
}

interface Props {
  /** Between 0 and 5. */
  value: number;
  /** The number of ratings behind an average; absent for a single rating. */
  count?: number;
}

/** Stars drawn to the nearest half, with the figure in words beside or behind them. */
export function Stars({ value, count }: Props) {
  const halves = Math.round(value * 2);
  const full = halves >> 1;
  return (
    <span className={styles.stars}>
      <svg className={styles.row} viewBox="0 0 105 20" role="img" aria-label={`${value} out of 5 stars`}>
        <path d={path(0, full) + (halves % 2 ? path(full, full + 1, LEFT_POINTS) : '')} />
        {full < 5 && <path d={path(full, 5)} className={styles.empty} />}
      </svg>
      {count !== undefined && (
        <span className={styles.count}>
          {value.toFixed(1)} ({count})
        </span>
      )}
    </span>
  );
}
