import { useMemo, useRef } from 'react';
import { CartContext, DEFAULT_CART } from '../../cart/cartContext';
import CartContents from '../../cart/form/CartContents';
import { useCartForm } from '../../cart/form/useCartForm';
import type { CartPage as Props } from '../../generated/pages';
import styles from './CartPage.module.css';

export default function CartPage(props: Props) {
  const { contents, countries, csrf_token, express, shared } = props;
  const form = useRef<HTMLFormElement>(null);
  const { onQuantity, onChange, submit, changed, coupon, busy } = useCartForm(form, props);
  const surroundings = useMemo(
    () => ({
      ...DEFAULT_CART,
      onQuantity,
      onChange,
      changed,
      coupon,
      countries,
      express,
      shelves: shared.navigation.filter((item) => item.url && item.url !== '/shop/'),
    }),
    [onQuantity, onChange, changed, coupon, countries, express, shared.navigation],
  );
  return (
    <CartContext value={surroundings}>
      <h1 className={styles.title}>Your cart</h1>
      <form
        ref={form}
        className={styles.form}
        method="post"
        action="/cart/"
        onSubmit={submit}
        noValidate
        aria-busy={busy || undefined}
      >
        <input type="hidden" name="csrfmiddlewaretoken" value={csrf_token} />
        {/* Enter in a field presses a form's first button, which would be the first wine's “Remove”. */}
        <button type="submit" name="update_cart" value="1" hidden tabIndex={-1} aria-hidden="true" />
        <CartContents {...contents} />
      </form>
      <p className={styles.mix}>
        Six or twelve bottles? <a href="/mixed-case/">Mix your own case</a>
      </p>
    </CartContext>
  );
}
