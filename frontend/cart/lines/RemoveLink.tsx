import { type MouseEvent, useContext, useRef } from 'react';
import type { LineView } from '../../generated/pages';
import { Hidden } from '../../ui/Hidden';
import { bottleName } from '../bottleName';
import { CartContext } from '../cartContext';
import styles from './CartLines.module.css';
import { useRestoredFocus } from './useRestoredFocus';

/** The way to take a line out where no form is around it: a signed link that works by itself. */
export function RemoveLink({ line }: { line: LineView }) {
  const { onRemove } = useContext(CartContext);
  const link = useRef<HTMLAnchorElement>(null);
  useRestoredFocus(line.key, link);
  const remove = (event: MouseEvent) => {
    if (!onRemove) return;
    event.preventDefault();
    void onRemove(line);
  };
  return (
    <a
      ref={link}
      className={`remove remove_from_cart_button ${styles.remove}`}
      href={line.remove_url}
      data-product_id={line.product_id}
      data-cart_item_key={line.key}
      data-product_sku={line.sku}
      onClick={remove}
    >
      Remove <Hidden>{bottleName(line)} from the cart</Hidden>
    </a>
  );
}
