import { Amounts } from '../../cart/form/Amounts';
import { CouponForm } from '../../cart/form/CouponForm';
import { WineLine } from '../../cart/lines/WineLine';
import type { OrderReview } from '../../generated/pages';
import { SummaryFold } from '../frame/SummaryFold';
import styles from './Summary.module.css';

/** What is bought and what it costs. */
export function Summary({ review }: { review: OrderReview }) {
  return (
    <SummaryFold review={review}>
      <ul className={styles.lines}>
        {review.lines.map((line) => (
          <WineLine key={line.key} counted line={line} />
        ))}
      </ul>
      <CouponForm coupons={review.coupons} />
      <Amounts rows={review.rows} total={review.total} recurring={review.recurring} delivery={review.shipping} />
    </SummaryFold>
  );
}
