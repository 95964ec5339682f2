import { useEffect, useState } from 'react';
import { buttonClass } from '../../components/buttonClass';
import type { ProductReviews } from '../../generated/pages';
import { announce } from '../../lib/announce';
import { reveal } from '../../lib/scroll';
import { Review } from './Review';
import { FORM_ID, ReviewForm } from './ReviewForm';
import { ReviewSummary } from './ReviewSummary';
import styles from './Reviews.module.css';
import type { Taken } from './sendReview';

/** What people say about a wine, and the form to say something. */
export function Reviews({ reviews }: { reviews: ProductReviews }) {
  const [taken, setTaken] = useState<Taken | null>(null);
  const shown = taken?.reviews ?? reviews;

  useEffect(() => {
    if (!taken) return;
    window.history.replaceState(window.history.state, '', taken.url);
    reveal(document.getElementById(`comment-${taken.review_id}`));
    announce('Your review has been sent.');
  }, [taken]);

  return (
    <div id="reviews" className={styles.reviews}>
      <div className={styles.summary}>
        <h2 className={styles.title}>{shown.title}</h2>
        {shown.rating && <ReviewSummary rating={shown.rating} distribution={shown.distribution} />}
        {shown.form && !taken && shown.count > 0 && (
          <a className={buttonClass('quiet')} href={`#${FORM_ID}`} onClick={goToForm}>
            Write a review
          </a>
        )}
      </div>
      <div className={styles.said}>
        {shown.notes.length > 0 && (
          <ol id="comments" className={styles.list}>
            {shown.notes.map((review) => (
              <Review key={review.review_id} review={review} />
            ))}
          </ol>
        )}
        {shown.pages > 1 && <Pages reviews={shown} />}
        {shown.form && !taken && <ReviewForm form={shown.form} onTaken={setTaken} />}
        {!shown.form && <p className={styles.closed}>This wine takes no reviews.</p>}
      </div>
    </div>
  );
}

/** The tabs follow links to reviews by focusing their tab; this one leads further, to the form's first field. */
function goToForm(event: React.MouseEvent) {
  event.preventDefault();
  event.stopPropagation();
  reveal(document.getElementById(FORM_ID));
}

function Pages({ reviews: { page, pages, newer_url, older_url } }: { reviews: ProductReviews }) {
  return (
    <nav className={styles.pages} aria-label="Pages of reviews">
      {newer_url && (
        <a rel="prev" href={newer_url}>
          Newer reviews
        </a>
      )}
      <span>
        Page {page} of {pages}
      </span>
      {older_url && (
        <a rel="next" href={older_url}>
          Older reviews
        </a>
      )}
    </nav>
  );
}
