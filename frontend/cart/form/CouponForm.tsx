import { useContext, useEffect, useRef, useState } from 'react';
import type { CouponView } from '../../generated/pages';
import { Button } from '../../ui/Button';
import { Disclosure } from '../../ui/Disclosure';
import { Hidden } from '../../ui/Hidden';
import { CartContext } from '../cartContext';
import styles from './CouponForm.module.css';

/** The coupons on the cart, and behind a link the field for another (docs/behaviour/pages.md#cart-page). */
export function CouponForm({ coupons }: { coupons: CouponView[] }) {
  const { coupon } = useContext(CartContext);
  const [open, setOpen] = useState(coupon.problem !== '');
  const [answered, setAnswered] = useState(coupon);
  const field = useRef<HTMLInputElement>(null);
  if (answered !== coupon) {
    setAnswered(coupon);
    setOpen(coupon.problem !== '');
  }
  useEffect(() => {
    if (coupon.problem) field.current?.focus();
  }, [coupon]);
  return (
    <div className={styles.coupons}>
      {coupons.length > 0 && (
        <ul className={styles.list} aria-label="Coupons">
          {coupons.map((each) => (
            <li key={each.code} className={styles.coupon}>
              <span className={styles.code}>{each.code}</span>
              <button type="submit" className={styles.remove} name="remove_coupon" value={each.code}>
                <span aria-hidden="true">×</span>
                <Hidden>Take the coupon {each.code} off</Hidden>
              </button>
              {each.problem && <p className={styles.problem}>Not counted: {each.problem}</p>}
            </li>
          ))}
        </ul>
      )}
      <Disclosure
        title="Have a coupon? Click here to enter your code"
        slide="quick"
        className={styles.form}
        open={open}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <div className={styles.field}>
          <label htmlFor="coupon_code">Coupon code</label>
          <div className={styles.row}>
            <input
              ref={field}
              id="coupon_code"
              className={styles.input}
              name="coupon_code"
              type="text"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              key={coupon.code}
              defaultValue={coupon.code}
              aria-invalid={coupon.problem !== '' || undefined}
              aria-describedby={coupon.problem ? 'coupon-problem' : undefined}
            />
            <Button type="submit" look="quiet" name="apply_coupon" value="1">
              Apply coupon
            </Button>
          </div>
          <p id="coupon-problem" className={styles.problem} role="alert">
            {coupon.problem}
          </p>
        </div>
      </Disclosure>
    </div>
  );
}
