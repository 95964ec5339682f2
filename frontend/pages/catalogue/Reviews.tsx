import { Stars } from '../../components/Stars';
import type { Rating, ReviewNote } from '../../generated/pages';
import styles from './Reviews.module.css';

interface Props {
  rating: Rating | null;
  /** Numbers of ratings with 5, 4, 3, 2 and 1 stars. */
  distribution: number[];
  reviews: ReviewNote[];
}

export function Reviews({ rating, distribution, reviews }: Props) {
  return (
    <div id="reviews" className={styles.reviews}>
      {rating ? <Summary rating={rating} distribution={distribution} /> : <p>No ratings yet.</p>}
      {reviews.length > 0 ? (
        <ol className={styles.list}>
          {reviews.map((review) => (
            <Review key={review.review_id} review={review} />
          ))}
        </ol>
      ) : (
        <p>Nobody has written about this wine yet.</p>
      )}
    </div>
  );
}

function Summary({ rating, distribution }: { rating: Rating; distribution: number[] }) {
  return (
    <div className={styles.summary}>
      <span className={styles.average}>{rating.average}</span>
      <Stars value={Number(rating.average)} count={rating.count} />
      {distribution.map((count, index) => {
        const stars = distribution.length - index;
        const label = `${stars} ${stars === 1 ? 'star' : 'stars'}`;
        return (
          <div key={stars} className={styles.bar}>
            <span>{label}</span>
            <progress max={rating.count} value={count} aria-label={`${label}: ${count} of ${rating.count} ratings`} />
            <span>{count}</span>
          </div>
        );
      })}
    </div>
  );
}

function Review({ review }: { review: ReviewNote }) {
  return (
    <li id={`comment-${review.review_id}`} className={styles.review}>
      {review.rating !== null && <Stars value={review.rating} />}
      <p className={styles.text}>{review.text}</p>
      <p className={styles.by}>
        {review.author}, <time dateTime={review.iso_date}>{review.date}</time>
        {review.verified && ' · bought here'}
      </p>
    </li>
  );
}
