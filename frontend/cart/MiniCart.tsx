import type { MiniCart as Props } from '../generated/pages';
import { buttonClass } from '../ui/buttonClass';
import { FreeDelivery } from './FreeDelivery';
import { CartLines } from './lines/CartLines';
import { Subtotal } from './popup/Subtotal';

/**
 * The cart as a widget of other clients' pages: a fragment that works without our scripts. The pages of the store
 * display CartPopup.
 */
export default function MiniCart({ lines, free_delivery, subtotal, saved }: Props) {
  return (
    <div className="widget_shopping_cart_content" data-section="MiniCart">
      {lines.length === 0 ? (
        <p>No products in the cart.</p>
      ) : (
        <>
          <CartLines lines={lines} frame="widget" />
          <FreeDelivery goal={free_delivery} />
          <Subtotal subtotal={subtotal} saved={saved} />
          <a className={buttonClass('main', true)} href="/checkout/">
            Checkout
          </a>
          <a className={buttonClass('quiet', true)} href="/cart/">
            View cart
          </a>
        </>
      )}
    </div>
  );
}
