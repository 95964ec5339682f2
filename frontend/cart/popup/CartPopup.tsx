import type { CartPopup as Props } from '../../generated/pages';
import { useHydrated } from '../../lib/hydrated';
import { useSection } from '../../lib/sections';
import { FreeDelivery } from '../FreeDelivery';
import { CartLines } from '../lines/CartLines';
import { EmptyCart } from '../lines/EmptyCart';
import styles from './CartPopup.module.css';
import { PopupActions } from './PopupActions';
import { Subtotal } from './Subtotal';
import { useWheelStep } from './wheelStep';

/** What the popup holds: the lines, the subtotal, the ways on. It lies inside the form of CartPopupDialog. */
export default function CartPopup(initial: Props) {
  const cart = useSection('CartPopup', initial);
  const list = useWheelStep();
  const hydrated = useHydrated();
  return (
    <div className={`xoo-cp-content ${styles.content}`} data-section="CartPopup">
      {/* For clients that insert the HTML as it is. In this page each change is visible where it happens. */}
      {!hydrated && cart.notice && <p className={styles.notice}>{cart.notice}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard */}
      <section ref={list} className={styles.list} tabIndex={0} aria-label="Wines in your cart">
        <CartLines lines={cart.lines} frame="popup" />
        {cart.lines.length === 0 && <EmptyCart />}
      </section>
      {cart.lines.length > 0 && (
        <div className={styles.foot}>
          <FreeDelivery goal={cart.free_delivery} />
          <Subtotal subtotal={cart.subtotal} saved={cart.saved} />
          <PopupActions bottles={cart.count} />
        </div>
      )}
    </div>
  );
}
