import { ExpressButtons } from '../../express/ExpressButtons';
import type { ProductPage } from '../../generated/pages';
import { classes } from '../../lib/classes';
import { useHydrated } from '../../lib/hydrated';
import { Button } from '../../ui/Button';
import { QuantityField } from '../../ui/fields/QuantityField';
import { StockBadge } from '../../wine/StockBadge';
import styles from './BuyForm.module.css';
import { Cases } from './Cases';
import { NO_MATCH } from './choice';
import { Offer } from './Offer';
import { ShippingProblem } from './ShippingProblem';
import { TierTable } from './TierTable';
import { BUY_FORM, type Buying } from './useBuying';
import type { Choice } from './useChoice';
import { VariationChooser } from './VariationChooser';

interface Props {
  product: ProductPage;
  choice: Choice;
  buying: Buying;
}

/** Price, stock, choices, quantity, button. Without JavaScript the form posts to the product's address. */
export function BuyForm({ product, choice, buying }: Props) {
  const hydrated = useHydrated();
  const { options, variations, combinations } = product;
  const { picked, variation } = choice;
  const { state, blocker } = buying;
  const problem = buying.problem || choice.problem;
  const displayed = variation ?? product;
  return (
    <>
      <form
        id={BUY_FORM}
        className={styles.form}
        method="post"
        action={product.url}
        onSubmit={buying.submit}
        onPointerDownCapture={buying.beginAct}
        onKeyDownCapture={buying.beginAct}
        noValidate
      >
        <Offer
          price={buying.price}
          unit={displayed.unit}
          // A price for several, or with the cart, may end otherwise.
          saleEnds={buying.price?.current === displayed.price?.current ? displayed.sale_ends : ''}
          busy={buying.loading}
        >
          {blocker !== NO_MATCH && <StockBadge kind={displayed.stock_kind} text={displayed.stock} />}
          {product.sold_individually && <span>One per order</span>}
        </Offer>
        <ul className={styles.terms}>
          {product.plan_terms.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <VariationChooser
          options={options}
          made={variations.length > 0 ? variations : combinations}
          picked={picked}
          wrong={buying.problem === blocker ? buying.open : undefined}
          note={variation?.note}
          onPick={buying.pick}
        />
        <input type="hidden" name="add-to-cart" value={product.product_id} />
        <input type="hidden" name="product_id" value={product.product_id} />
        {/* Without scripts it would stay that of the first choice, and what is chosen names the variation. */}
        {hydrated && options.length > 0 && <input type="hidden" name="variation_id" value={buying.variationId} />}
        {product.ships_wine && <ShippingProblem />}
        <div className={classes(styles.row, !product.sold_individually && styles.counted)}>
          {product.sold_individually ? (
            <input type="hidden" name="quantity" value="1" />
          ) : (
            <QuantityField
              name="quantity"
              label={`Quantity of ${variation?.title ?? product.title}`}
              value={buying.quantity}
              most={buying.most}
              onChange={buying.count}
              onRefuse={buying.stop}
              showLabel
            />
          )}
          <Button type="submit" className="single_add_to_cart_button" aria-busy={state === 'loading' || undefined}>
            {state === 'loading' ? 'Adding…' : product.button}
          </Button>
        </div>
        <Cases cases={buying.cases} quantity={buying.quantity} onPick={buying.count} />
        {problem && (
          <p id="buy-problem" className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        {state === 'added' && (
          <p className={styles.added}>
            ✓ In your cart <a href="/cart/">View cart</a>
          </p>
        )}
        <TierTable {...buying.table} />
      </form>
      {product.express && <ExpressButtons express={product.express} obstacle={blocker} />}
    </>
  );
}
