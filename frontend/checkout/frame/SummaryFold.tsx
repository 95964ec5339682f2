import { type ReactNode, useEffect, useState } from 'react';
import type { OrderReview } from '../../generated/pages';
import styles from './SummaryFold.module.css';

/** Where the order stands beside the form, as in the styles. */
const BESIDE = '(min-width: 60em)';

interface Props {
  review: OrderReview;
  children: ReactNode;
}

/**
 * Beside the form the order stands open; above it, where there is no room beside, it folds away under its total and the
 * days on which it arrives.
 */
export function SummaryFold({ review: { total, shipping }, children }: Props) {
  const [open, setOpen] = useState(false);
  const arrival = shipping.find(({ chosen }) => chosen)?.note;
  useEffect(() => {
    const beside = window.matchMedia?.(BESIDE);
    if (!beside) return setOpen(true);
    const follow = () => setOpen(beside.matches);
    follow();
    beside.addEventListener('change', follow);
    return () => beside.removeEventListener('change', follow);
  }, []);
  return (
    <aside className={styles.summary} aria-label="Order summary">
      <details className={styles.fold} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={styles.head}>
          <span>{open ? 'Hide the order' : 'Show the order'}</span>
          <span>
            {total && 'Total '}
            <span className={styles.total}>{total}</span>
          </span>
          {arrival && <span className={styles.arrival}>{arrival}</span>}
        </summary>
        <div className={styles.body}>
          <h2 className={styles.title}>
            Your order{' '}
            <span className={styles.total} aria-hidden="true">
              {total}
            </span>
          </h2>
          {children}
        </div>
      </details>
    </aside>
  );
}
