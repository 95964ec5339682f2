import { FreeDelivery } from '../cart/FreeDelivery';
import { Amounts } from '../cart/form/Amounts';
import { CouponForm } from '../cart/form/CouponForm';
import { ShippingChoices } from '../cart/form/ShippingChoices';
import { WineLine } from '../cart/lines/WineLine';
import type { OrderReview as Props } from '../generated/pages';
import { useSection } from '../lib/sections';
import styles from './OrderReview.module.css';

/**
 * What is bought and what it costs. The total goes back with the order and must still hold. The checkout's page has the
 * delivery beside it (`deliversBeside`).
 */
export default function OrderReview({ deliversBeside, ...initial }: Props & { deliversBeside?: boolean }) {
  const review = useSection('OrderReview', initial);
  return (
    <div className={`woocommerce-checkout-review-order-table ${styles.review}`} data-section="OrderReview">
      <ul className={styles.lines}>
        {review.lines.map((line) => (
          <WineLine key={line.key} counted line={line} />
        ))}
      </ul>
      <CouponForm coupons={review.coupons} />
      <FreeDelivery goal={review.free_delivery} />
      {!deliversBeside && (
        <ShippingChoices choices={review.shipping} problem={review.shipping_problem} hold={review.hold} />
      )}
      {review.destination_problem && (
        <p className={styles.problem} role="alert">
          {review.destination_problem}
        </p>
      )}
      <Amounts
        rows={review.rows}
        total={review.total}
        recurring={review.recurring}
        delivery={deliversBeside ? review.shipping : undefined}
      />
      <input type="hidden" name="shown_total" value={review.shown_total} readOnly />
    </div>
  );
}
