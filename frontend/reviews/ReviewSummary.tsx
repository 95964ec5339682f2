import type { Rating } from '../generated/pages';
import { Stars } from '../wine/Stars';
import styles from './ReviewSummary.module.css';

interface Props {
  rating: Rating;
  /** Numbers of ratings with 5, 4, 3, 2 and 1 stars. */
  distribution: number[];
}

/** The average of the stars, and how many gave how many. */
export function ReviewSummary({ rating, distribution }: Props) {
  return (
    <div className={styles.summary}>
      <p className={styles.overall}>
        <span className={styles.average}>{rating.average}</span>
        <span className={styles.of}>
          <Stars value={Number(rating.average)} />
          <span>
            {rating.count} {rating.count === 1 ? 'rating' : 'ratings'}
          </span>
        </span>
      </p>
      <ul className={styles.bars}>
        {distribution.map((count, index) => {
          const stars = distribution.length - index;
          const label = `${stars} ${stars === 1 ? 'star' : 'stars'}`;
          return (
            <li key={stars} className={styles.bar}>
              <span>{label}</span>
              <progress max={rating.count} value={count} aria-label={`${label}: ${count} of ${rating.count} ratings`} />
              <span>{count}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
