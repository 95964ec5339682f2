import { useEffect, useState } from 'react';
import { Hidden } from '../ui/Hidden';
import type { Span } from './listing';
import styles from './ResultCount.module.css';
import { resultCount, resultCountText, sortedWords } from './resultCountText';

const REFRESH = 2000; // in milliseconds: docs/behaviour/pages.md#timing

interface Props {
  span: Span;
  /** The label of the chosen order. */
  sorting: string;
}

/** How much of the listing is shown. Follows after a while, so that screen readers are not interrupted by each page. */
export function ResultCount({ span: { first, last, total }, sorting }: Props) {
  const [span, setSpan] = useState({ first, last, total });
  useEffect(() => {
    const timer = window.setTimeout(() => setSpan({ first, last, total }), REFRESH);
    return () => window.clearTimeout(timer);
  }, [first, last, total]);
  return (
    <p className={styles.count}>
      <span
        className="woocommerce-result-count br_product_result_count"
        role="status"
        data-start={span.first}
        data-end={span.last}
        data-text={resultCountText(span.total)}
      >
        {resultCount(span)}
      </span>
      {span.total > 1 && <Hidden> {sortedWords(sorting)}</Hidden>}
    </p>
  );
}
