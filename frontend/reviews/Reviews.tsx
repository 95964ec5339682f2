import { useEffect, useState } from 'react';
import type { Contract, ProductReviews } from '../generated/pages';
import { announce } from '../lib/announce';
import { reveal } from '../lib/scroll';
import { buttonClass } from '../ui/buttonClass';
import { Review } from './Review';
import { FORM_ID, ReviewForm } from './ReviewForm';
import { ReviewPages } from './ReviewPages';
import { ReviewSummary } from './ReviewSummary';
import styles from './Reviews.module.css';
import type { Taken } from './sendReview';
import { useTabContent } from './useTabContent';

/** What people say about a wine, and the form to say something. */
export function Reviews({ reviews }: { reviews: ProductReviews }) {
  const [taken, setTaken] = useState<Taken | null>(null);
  const tab = useTabContent(reviews, reviewsOf);
  const shown = tab.content;

  useEffect(() => {
    if (!taken) return;
    window.history.replaceState(window.history.state, '', taken.url);
    reveal(document.getElementById(`comment-${taken.review_id}`));
    announce('Your review has been sent.');
  }, [taken]);
  const take = (news: Taken) => {
    tab.replace(news.reviews);
    setTaken(news);
  };
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
          <ol id="comments" className={styles.list} aria-busy={tab.loading || undefined}>
            {shown.notes.map((review) => (
              <Review key={review.review_id} review={review} />
            ))}
          </ol>
        )}
        {shown.pages > 1 && <ReviewPages reviews={shown} tab={tab} />}
        {shown.form && !taken && <ReviewForm form={shown.form} onTaken={take} />}
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

function reviewsOf(props: unknown): ProductReviews | undefined {
  return (props as Partial<Contract['pages']['catalogue/ProductPage']>).reviews;
}
