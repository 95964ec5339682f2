import { type MouseEvent, useState } from 'react';
import { buttonClass } from '../components/buttonClass';
import { EmptyMiniCart } from '../components/EmptyMiniCart';
import { Hidden } from '../components/Hidden';
import { WineLine } from '../components/WineLine';
import type { LineView, MiniCart as Props } from '../generated/pages';
import { removeFromCart } from '../lib/cart';
import { browser } from '../lib/go';
import { useSection } from '../lib/sections';
import styles from './MiniCart.module.css';

/** The cart beside the page: lines, subtotal, the ways on. */
export default function MiniCart(initial: Props) {
  const { lines, subtotal } = useSection('MiniCart', initial);
  if (lines.length === 0) return <EmptyMiniCart />;
  return (
    <div className="widget_shopping_cart_content" data-section="MiniCart">
      <ul className="woocommerce-mini-cart">
        {lines.map((line) => (
          <WineLine key={line.key} line={line} controls={<RemoveLink line={line} />} />
        ))}
      </ul>
      <p className={styles.total}>
        <span>Subtotal</span> <span>{subtotal}</span>
      </p>
      <div className={styles.actions}>
        <a className={buttonClass('main', true)} href="/checkout/">
          Checkout
        </a>
        <a className={buttonClass('quiet', true)} href="/cart/">
          View cart
        </a>
      </div>
      <p className={styles.note}>Delivery and tax are added in the cart.</p>
    </div>
  );
}

function RemoveLink({ line }: { line: LineView }) {
  const [busy, setBusy] = useState(false);
  const remove = async (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    if (busy) return;
    const { href } = event.currentTarget;
    setBusy(true);
    try {
      const answer = await removeFromCart(line.key, line.name);
      if (!answer.fragments) browser.go(href); // spec 8: the link does it without our help
    } catch {
      browser.go(href);
    }
  };
  return (
    <>
      <span>Quantity {line.quantity}</span>
      <a
        className="remove remove_from_cart_button"
        href={`/cart/?remove_item=${line.key}`}
        data-product_id={line.product_id}
        data-cart_item_key={line.key}
        data-product_sku={line.sku}
        aria-disabled={busy || undefined}
        onClick={remove}
      >
        Remove <Hidden>{line.name} from the cart</Hidden>
      </a>
    </>
  );
}
