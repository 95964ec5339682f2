import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ExpressButtons } from '../../express/ExpressButtons';
import type { ProductPage } from '../../generated/pages';
import { announce } from '../../lib/announce';
import { classes } from '../../lib/classes';
import { Button } from '../../ui/Button';
import { QuantityField } from '../../ui/fields/QuantityField';
import { StockBadge } from '../../wine/StockBadge';
import styles from './BuyForm.module.css';
import { NO_MATCH, obstacle, type Picked, variationFor } from './choice';
import { Offer } from './Offer';
import { TierTable } from './TierTable';
import { useAdding } from './useAdding';
import type { Choice } from './useChoice';
import { useDiscounts } from './useDiscounts';
import { VariationChooser } from './VariationChooser';

interface Props {
  product: ProductPage;
  choice: Choice;
}

/** Price, stock, choices, quantity, button. Without JavaScript the form posts to the product's address. */
export function BuyForm({ product, choice }: Props) {
  const { options, variations, combinations } = product;
  const { picked, variation } = choice;
  const [quantity, setQuantity] = useState(1);
  const { state, problem, add, refuse } = useAdding();

  const made = variations.length > 0 ? variations : combinations;
  const named = variationFor(options, made, picked);
  const blocker = obstacle(options, made, picked);
  const most = named?.most ?? product.most;
  const wanted = Math.min(quantity, Math.max(1, most));
  const { price, tiers, reached, hint, loading } = useDiscounts(product, variation, wanted);

  useEffect(() => {
    if (variation?.price) announce(`${variation.price.current}, ${variation.stock}.`);
  }, [variation]);

  const pick = (next: Picked) => {
    refuse('');
    choice.pick(next);
  };
  const count = (next: number) => {
    if (problem) refuse('');
    setQuantity(next);
  };
  // Leaving the quantity and pressing the button is one act: what is refused there is not to be added here.
  const refused = useRef(false);
  const beginAct = () => {
    refused.current = false;
  };
  const stop = () => {
    refused.current = true;
    refuse('');
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (refused.current) return returnTo(event.currentTarget.querySelector<HTMLElement>('[name="quantity"]'));
    if (!blocker) return void add(event.currentTarget, product.name);
    refuse(blocker);
    const open = options.find((option) => !picked[option.field]) ?? options[0];
    event.currentTarget.querySelector<HTMLElement>(`[name="${open?.field}"]`)?.focus();
  };
  return (
    <>
      <form
        className={styles.form}
        method="post"
        action={product.url}
        onSubmit={submit}
        onPointerDownCapture={beginAct}
        onKeyDownCapture={beginAct}
        noValidate
      >
        <Offer price={price} unit={variation?.unit ?? product.unit} busy={choice.loading || loading}>
          {blocker !== NO_MATCH && (
            <StockBadge kind={variation?.stock_kind ?? product.stock_kind} text={variation?.stock ?? product.stock} />
          )}
          {product.sold_individually && <span>One bottle per order</span>}
        </Offer>
        <ul className={styles.terms}>
          {product.plan_terms.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <VariationChooser options={options} made={made} picked={picked} onPick={pick} />
        <input type="hidden" name="add-to-cart" value={product.product_id} />
        <input type="hidden" name="product_id" value={product.product_id} />
        {options.length > 0 && <input type="hidden" name="variation_id" value={named?.variation_id ?? ''} />}
        <div className={classes(styles.row, !product.sold_individually && styles.counted)}>
          {product.sold_individually ? (
            <input type="hidden" name="quantity" value="1" />
          ) : (
            <QuantityField
              name="quantity"
              label={`Quantity of ${variation?.title ?? product.title}`}
              value={wanted}
              most={most}
              onChange={count}
              onRefuse={stop}
              showLabel
            />
          )}
          <Button type="submit" className="single_add_to_cart_button" aria-busy={state === 'loading' || undefined}>
            {state === 'loading' ? 'Adding…' : product.button}
          </Button>
        </div>
        {(problem || choice.problem) && (
          <p className={styles.problem} role="alert">
            {problem || choice.problem}
          </p>
        )}
        {state === 'added' && (
          <p className={styles.added}>
            ✓ In your cart <a href="/cart/">View cart</a>
          </p>
        )}
        <TierTable tiers={tiers} reached={reached} hint={hint} />
      </form>
      {product.express && <ExpressButtons express={product.express} obstacle={blocker} />}
    </>
  );
}

/** Put the focus back into a field and scroll to the message below it. */
function returnTo(field: HTMLElement | null): void {
  field?.focus();
  field?.scrollIntoView?.({ block: 'center' });
}
