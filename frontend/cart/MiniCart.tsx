import type { MiniCart as Props } from '../generated/pages';
import { useSection } from '../lib/sections';
import { buttonClass } from '../ui/buttonClass';
import { EmptyMiniCart } from './EmptyMiniCart';
import { CartLines } from './lines/CartLines';
import styles from './MiniCart.module.css';
import { Subtotal } from './popup/Subtotal';

/** The cart beside the page: lines, subtotal, the ways on. */
export default function MiniCart(initial: Props) {
  const cart = useSection('MiniCart', initial);
  if (cart.lines.length === 0) return <EmptyMiniCart />;
  return (
    <div className="widget_shopping_cart_content" data-section="MiniCart">
      <CartLines lines={cart.lines} frame="widget" />
      <Subtotal subtotal={cart.subtotal} saved={cart.saved} />
      <div className={styles.actions}>
        <a className={buttonClass('main', true)} href="/checkout/">
          Checkout
        </a>
        <a className={buttonClass('quiet', true)} href="/cart/">
          View cart
        </a>
      </div>
    </div>
  );
}
