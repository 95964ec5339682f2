import { type FormEvent, useState } from 'react';
import { Button } from '../../components/Button';
import { Price } from '../../components/Price';
import { QuantityField } from '../../components/QuantityField';
import { StockBadge } from '../../components/StockBadge';
import type { ProductPage, VariationChoice } from '../../generated/pages';
import { announce } from '../../lib/announce';
import { addToCart } from '../../lib/cart';
import { browser } from '../../lib/go';
import { ConnectionError } from '../../lib/http';
import styles from './BuyForm.module.css';
import type { Picked } from './choice';
import { TierTable } from './TierTable';
import { reachedTier } from './tiers';
import { VariationChooser } from './VariationChooser';

interface Props {
  product: ProductPage;
  picked: Picked;
  onPick: (picked: Picked) => void;
  /** What the picked values name; null for a simple product and while values are open. */
  variation: VariationChoice | null;
}

type State = 'idle' | 'loading' | 'added';

/** Price, stock, choices, quantity, button. Without JavaScript the form posts to the product's address. */
export function BuyForm({ product, picked, onPick, variation }: Props) {
  const [quantity, setQuantity] = useState(1);
  const [state, setState] = useState<State>('idle');
  const [problem, setProblem] = useState('');
  const most = variation?.most ?? product.most;
  const wanted = Math.min(quantity, Math.max(1, most));
  const tier = reachedTier(product.tiers, wanted);

  const pick = (next: Picked) => {
    setProblem('');
    setState('idle');
    onPick(next);
  };
  const changeQuantity = (next: number) => {
    const reached = reachedTier(product.tiers, next);
    if (reached && reached !== tier) announce(`${reached.unit_price} each from here on, ${reached.discount}.`);
    setQuantity(next);
  };
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state === 'loading') return;
    const open = missing(product, picked, variation);
    setProblem(open);
    if (open) return event.currentTarget.querySelector<HTMLInputElement>('input[type=radio]')?.focus();
    setState('loading');
    try {
      const id = variation?.variation_id ?? product.product_id;
      const answer = await addToCart({ product_id: String(id), quantity: String(wanted) }, product.name);
      if (answer.error && answer.product_url) return browser.go(answer.product_url);
      if (answer.error) setProblem('This wine could not be added.');
      setState(answer.error ? 'idle' : 'added');
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      setProblem(error.message);
      setState('idle');
    }
  };
  return (
    <form className={styles.form} method="post" action={product.url} onSubmit={add} noValidate>
      <Offer product={product} variation={variation} unitPrice={tier?.unit_price ?? ''} />
      <VariationChooser options={product.options} variations={product.variations} picked={picked} onPick={pick} />
      <input type="hidden" name="add-to-cart" value={product.product_id} />
      <input type="hidden" name="product_id" value={product.product_id} />
      {product.kind === 'variable' && <input type="hidden" name="variation_id" value={variation?.variation_id ?? ''} />}
      <div className={styles.row}>
        {product.sold_individually ? (
          <input type="hidden" name="quantity" value="1" />
        ) : (
          <QuantityField
            name="quantity"
            label={`Quantity of ${product.name}`}
            value={wanted}
            most={most}
            onChange={changeQuantity}
            showLabel
          />
        )}
        <Button type="submit" className="single_add_to_cart_button" aria-busy={state === 'loading' || undefined}>
          {state === 'loading' ? 'Adding…' : 'Add to cart'}
        </Button>
      </div>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {state === 'added' && (
        <p className={styles.added}>
          ✓ In your cart <a href="/cart/">View cart</a>
        </p>
      )}
      <TierTable tiers={product.tiers} reached={tier} />
    </form>
  );
}

function missing(product: ProductPage, picked: Picked, variation: VariationChoice | null): string {
  const open = product.options.find((option) => !picked[option.field]);
  if (open) return `Choose a ${open.name.toLowerCase()} first.`;
  if (product.options.length > 0 && !variation?.most) return 'This combination can’t be bought.';
  return '';
}

interface OfferProps {
  product: ProductPage;
  variation: VariationChoice | null;
  /** What a bottle costs at the chosen quantity, empty where no bulk price is reached. */
  unitPrice: string;
}

function Offer({ product, variation, unitPrice }: OfferProps) {
  const price = variation ? variation.price : product.price;
  const shown = unitPrice && price ? { current: unitPrice, regular: price.current, from_lowest: false } : price;
  return (
    <div className={styles.offer}>
      {shown && <Price price={shown} className={styles.price} />}
      <StockBadge kind={variation?.stock_kind ?? product.stock_kind} text={variation?.stock ?? product.stock} />
      {product.sold_individually && <span>One bottle per order</span>}
    </div>
  );
}
