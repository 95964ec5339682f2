import styles from './EmptyMiniCart.module.css';

/** What stands in the place of the mini-cart while nothing is in it. */
export function EmptyMiniCart() {
  return (
    <div className="widget_shopping_cart_content" data-section="MiniCart">
      <p className={styles.empty}>No products in the cart.</p>
    </div>
  );
}
