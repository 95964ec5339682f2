import { useContext, useState } from 'react';
import { Amounts } from '../components/Amounts';
import { Button } from '../components/Button';
import { buttonClass } from '../components/buttonClass';
import { Hidden } from '../components/Hidden';
import { QuantityField } from '../components/QuantityField';
import { ShippingChoices } from '../components/ShippingChoices';
import { WineLine } from '../components/WineLine';
import type { LineView, CartContents as Props } from '../generated/pages';
import { useHydrated } from '../lib/hydrated';
import { useSection } from '../lib/sections';
import { CartContext } from '../lib/surroundings';
import styles from './CartContents.module.css';

/** The body of the cart page: lines, delivery, totals. It lies inside the form of CartPage. */
export default function CartContents(initial: Props) {
  const cart = useSection('CartContents', initial);
  const hydrated = useHydrated();
  return (
    <div className="woocommerce-cart-form" data-section="CartContents">
      {cart.lines.length === 0 ? (
        <div className={styles.empty}>
          <p>Your cart is empty.</p>
          <a className={buttonClass()} href="/shop/">
            Find a wine
          </a>
        </div>
      ) : (
        <div className={styles.layout}>
          <div>
            <ul className={styles.lines}>
              {cart.lines.map((line) => (
                <CartLine key={line.key} line={line} />
              ))}
            </ul>
            <Button
              type="submit"
              name="update_cart"
              value="1"
              look={hydrated ? 'link' : 'quiet'}
              className={styles.update}
            >
              Update cart
            </Button>
          </div>
          <Sums cart={cart} />
        </div>
      )}
    </div>
  );
}

function CartLine({ line }: { line: LineView }) {
  const { onChange } = useContext(CartContext);
  const [quantity, setQuantity] = useState(line.quantity);
  const [answered, setAnswered] = useState(line);
  if (answered !== line) {
    // The store has answered: its quantity counts, also when it refused ours.
    setAnswered(line);
    setQuantity(line.quantity);
  }
  return (
    <WineLine
      line={line}
      controls={
        <>
          <QuantityField
            name={`cart[${line.key}][qty]`}
            label={`Quantity of ${line.name}`}
            value={quantity}
            most={Math.max(line.most, line.quantity)}
            onChange={(next) => {
              setQuantity(next);
              onChange();
            }}
          />
          <Button type="submit" look="link" name="remove_item" value={line.key}>
            Remove <Hidden>{line.name}</Hidden>
          </Button>
        </>
      }
    />
  );
}

function Sums({ cart }: { cart: Props }) {
  const { onChange } = useContext(CartContext);
  return (
    <section className={styles.sums} aria-labelledby="cart-sums">
      <h2 id="cart-sums">Summary</h2>
      <ShippingChoices choices={cart.shipping} problem={cart.shipping_problem} onChoose={onChange} />
      <Amounts rows={cart.rows} total={cart.total} />
      {cart.estimated_for && (
        <p className={styles.note}>
          Delivery and tax are an estimate for {cart.estimated_for}; your address at the checkout decides.
        </p>
      )}
      {cart.can_check_out ? (
        <a className={buttonClass('main', true)} href="/checkout/">
          Checkout
        </a>
      ) : (
        <p className={styles.problem}>Change the wines marked above, then you can check out.</p>
      )}
    </section>
  );
}
