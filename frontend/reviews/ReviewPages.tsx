import { type MouseEvent, useEffect, useRef } from 'react';
import type { ProductReviews } from '../generated/pages';
import { announce } from '../lib/announce';
import { reveal } from '../lib/scroll';
import { Button } from '../ui/Button';
import styles from './ReviewPages.module.css';
import type { TabContent } from './useTabContent';

interface Props {
  reviews: ProductReviews;
  tab: TabContent<ProductReviews>;
}

/** Links to the other pages of reviews. With JavaScript their content is fetched into the tab. */
export function ReviewPages({ reviews, tab }: Props) {
  const { page, pages, newer_url, older_url } = reviews;
  const url = useRef('');

  // biome-ignore lint/correctness/useExhaustiveDependencies: when other reviews stand in the tab
  useEffect(() => {
    if (!url.current) return;
    window.history.replaceState(window.history.state, '', url.current);
    url.current = '';
    reveal(document.getElementById(`comment-${reviews.notes[0]?.review_id}`));
    announce(`Page ${page} of ${pages}`);
  }, [reviews]);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    const { dataset, href } = event.currentTarget;
    if (!dataset.url || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation(); // the tabs follow links to reviews by focusing their tab
    url.current = href;
    void tab.open(dataset.url);
  };
  return (
    <div>
      <nav className={styles.pages} aria-label="Pages of reviews">
        {newer_url && (
          <a rel="prev" href={newer_url} data-url={contentOf(newer_url)} onClick={follow}>
            Newer reviews
          </a>
        )}
        <span>
          Page {page} of {pages}
        </span>
        {older_url && (
          <a rel="next" href={older_url} data-url={contentOf(older_url)} onClick={follow}>
            Older reviews
          </a>
        )}
      </nav>
      <p className={styles.status} role="status">
        {tab.loading && 'Loading…'}
        {tab.error}
      </p>
      {tab.error && (
        <Button look="quiet" onClick={() => void tab.retry()}>
          Try again
        </Button>
      )}
    </div>
  );
}

function contentOf(address: string): string {
  return address.replace(/#.*/, '');
}
