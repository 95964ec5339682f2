import { useContext } from 'react';
import { ExpressButtons } from '../../express/ExpressButtons';
import type { CartContents as Props } from '../../generated/pages';
import { useSection } from '../../lib/sections';
import { buttonClass } from '../../ui/buttonClass';
import { CartContext } from '../cartContext';
import { FreeDelivery } from '../FreeDelivery';
import { CartLines } from '../lines/CartLines';
import { EmptyCart } from '../lines/EmptyCart';
import { useRemoved } from '../lines/removedLines';
import { Amounts } from './Amounts';
import styles from './CartContents.module.css';
import { CouponForm } from './CouponForm';
import { EstimateForm } from './EstimateForm';
import { ShippingChoices } from './ShippingChoices';
import { UpdateButton } from './UpdateButton';

/** The body of the cart page: lines, coupons, delivery, totals. It lies inside the form of CartPage. */
export default function CartContents(initial: Props) {
  const cart = useSection('CartContents', initial);
  const { shelves } = useContext(CartContext);
  const removed = useRemoved(cart.lines);
  const empty = cart.lines.length === 0;
  return (
    <div className="woocommerce-cart-form" data-section="CartContents">
      {empty && removed.length > 0 && <CartLines lines={[]} frame="page" />}
      {empty ? (
        <EmptyCart shelves={shelves} />
      ) : (
        <div className={styles.layout}>
          <div>
            <CartLines lines={cart.lines} frame="page" />
            <div className={styles.below}>
              <UpdateButton />
            </div>
          </div>
          <Sums cart={cart} />
        </div>
      )}
    </div>
  );
}

function Sums({ cart }: { cart: Props }) {
  const { onChange, express } = useContext(CartContext);
  return (
    <section className={styles.sums} aria-labelledby="cart-sums">
      <h2 id="cart-sums" className={styles.title}>
        Summary
      </h2>
      <FreeDelivery goal={cart.free_delivery} />
      <ShippingChoices choices={cart.shipping} problem={cart.shipping_problem} hold={cart.hold} onChoose={onChange} />
      {cart.destination_problem && (
        <p className={styles.problem} role="alert">
          {cart.destination_problem}
        </p>
      )}
      <CouponForm coupons={cart.coupons} />
      <Amounts rows={cart.rows} total={cart.total} recurring={cart.recurring} />
      {cart.total_problem && (
        <p className={styles.problem} role="alert">
          {cart.total_problem} <a href="/shop/">Continue shopping</a>
        </p>
      )}
      {cart.saved && <p className={styles.saved}>You saved {cart.saved}</p>}
      <EstimateForm
        place={cart.place}
        postcode={cart.postcode}
        problem={cart.postcode_problem}
        name={cart.estimated_for}
        delivers={!cart.destination_problem}
      />
      {cart.can_check_out && !cart.total_problem && express && <ExpressButtons express={express} />}
      {cart.can_check_out ? (
        <a className={buttonClass('main', true)} href="/checkout/">
          Checkout
        </a>
      ) : (
        <p className={styles.problem}>Change the wines marked in red, then you can check out.</p>
      )}
    </section>
  );
}
