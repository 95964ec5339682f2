import { useCallback, useEffect, useState } from 'react';
import type { Contract, ProductReviews } from '../generated/pages';
import { announce } from '../lib/announce';
import { reveal } from '../lib/scroll';
import { buttonClass } from '../ui/buttonClass';
import { LaterReviewForm } from './LaterReviewForm';
import { Review } from './Review';
import { ReviewPages } from './ReviewPages';
import { ReviewSummary } from './ReviewSummary';
import styles from './Reviews.module.css';
import { FORM_ID } from './reviewFormId';
import type { Taken } from './sendReview';
import { useTabContent } from './useTabContent';

/** What people say about a wine, and the form to say something. */
export function Reviews({ reviews }: { reviews: ProductReviews }) {
  const [taken, setTaken] = useState<Taken | null>(null);
  const tab = useTabContent(reviews, reviewsOf);
  const { content, replace } = tab;

  useEffect(() => {
    if (!taken) return;
    window.history.replaceState(window.history.state, '', taken.url);
    reveal(document.getElementById(`comment-${taken.review_id}`));
    announce('Your review has been sent.');
  }, [taken]);
  const take = useCallback(
    (result: Taken) => {
      replace(result.reviews);
      setTaken(result);
    },
    [replace],
  );
  return (
    <div id="reviews" className={styles.reviews}>
      <div className={styles.summary}>
        <h2 className={styles.title}>{content.title}</h2>
        {content.rating && <ReviewSummary rating={content.rating} distribution={content.distribution} />}
        {content.form && !taken && content.count > 0 && (
          <a className={buttonClass('quiet')} href={`#${FORM_ID}`} onClick={goToForm}>
            Write a review
          </a>
        )}
      </div>
      <div className={styles.said}>
        {content.notes.length > 0 && (
          <ol id="comments" className={styles.list} aria-busy={tab.loading || undefined}>
            {content.notes.map((review) => (
              <Review key={review.review_id} review={review} />
            ))}
          </ol>
        )}
        {content.pages > 1 && <ReviewPages reviews={content} tab={tab} />}
        {content.form && !taken && <LaterReviewForm form={content.form} onTaken={take} />}
        {!content.form && <p className={styles.closed}>Reviews are closed for this wine.</p>}
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

function reviewsOf(props: unknown): ProductReviews | undefined {
  return (props as Partial<Contract['pages']['catalogue/ProductPage']>).reviews;
}
