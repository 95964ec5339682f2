import { useEffect, useState } from 'react';
import { Amounts } from '../../cart/form/Amounts';
import { CouponForm } from '../../cart/form/CouponForm';
import { WineLine } from '../../cart/lines/WineLine';
import type { OrderReview } from '../../generated/pages';
import styles from './Summary.module.css';

/** Where the order stands beside the form, as in the styles. */
const BESIDE = '(min-width: 60em)';

/** What is bought and what it costs: beside the form, and folded away above it where there is no room beside. */
export function Summary({ review }: { review: OrderReview }) {
  const [open, setOpen] = useState(false);
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
          <span className={styles.total}>{review.total}</span>
        </summary>
        <div className={styles.body}>
          <h2 className={styles.title}>Your order</h2>
          <ul className={styles.lines}>
            {review.lines.map((line) => (
              <WineLine key={line.key} counted line={line} />
            ))}
          </ul>
          <CouponForm coupons={review.coupons} />
          <Amounts rows={review.rows} total={review.total} recurring={review.recurring} />
        </div>
      </details>
    </aside>
  );
}
