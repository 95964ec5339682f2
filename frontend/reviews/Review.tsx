import type { ReviewNote } from '../generated/pages';
import { classes } from '../lib/classes';
import { Stars } from '../wine/Stars';
import styles from './Review.module.css';

/** What one person thought, and the store's answer. */
export function Review({ review }: { review: ReviewNote }) {
  return (
    <li
      id={`comment-${review.review_id}`}
      className={classes(styles.review, review.awaiting && styles.awaiting)}
      tabIndex={-1}
    >
      {review.awaiting && (
        <p className={styles.notice}>
          Thank you. Your review is awaiting moderation: until we have read it, only you can see it.
        </p>
      )}
      <div className={styles.head}>
        {review.rating !== null && <Stars value={review.rating} />}
        <p className={styles.by}>
          <strong className={styles.author}>{review.author}</strong>
          {review.verified && <span className={styles.verified}>Verified buyer</span>}
          <time dateTime={review.iso_date}>{review.date}</time>
        </p>
      </div>
      {review.text && <p className={styles.text}>{review.text}</p>}
      {review.reply && (
        <div className={styles.reply}>
          <p className={styles.author}>Our answer</p>
          <p className={styles.text}>{review.reply}</p>
        </div>
      )}
    </li>
  );
}
