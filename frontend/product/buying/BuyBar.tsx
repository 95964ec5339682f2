import { useEffect, useRef, useState } from 'react';
import type { ProductPage } from '../../generated/pages';
import { classes } from '../../lib/classes';
import { Button } from '../../ui/Button';
import { Price } from '../../wine/Price';
import { StockBadge } from '../../wine/StockBadge';
import styles from './BuyBar.module.css';
import { BUY_FORM, type Buying } from './useBuying';
import type { Choice } from './useChoice';

interface Props {
  product: ProductPage;
  choice: Choice;
  buying: Buying;
}

/**
 * On phones, price and button at the foot of the screen while those of the form are out of view. It is the last thing of
 * the page and sticks, so it covers nothing at the page's end. Without JavaScript it always stands there.
 */
export function BuyBar({ product, choice: { variation }, buying }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const [needed, setNeeded] = useState(true);
  useEffect(() => {
    const button = document.querySelector(`#${BUY_FORM} [type="submit"]`);
    if (!button || typeof IntersectionObserver === 'undefined') return;
    // What lies under the bar is not in view.
    const rootMargin = `0px 0px -${bar.current?.offsetHeight ?? 0}px`;
    const watch = new IntersectionObserver(([entry]) => setNeeded(!entry?.isIntersecting), { rootMargin });
    watch.observe(button);
    return () => watch.disconnect();
  }, []);
  return (
    <div
      ref={bar}
      className={classes(styles.bar, !needed && styles.spare)}
      onPointerDownCapture={buying.beginAct}
      onKeyDownCapture={buying.beginAct}
      data-buy-bar=""
    >
      <p className={styles.offer}>
        {buying.price && <Price price={buying.price} className={styles.price} />}
        <StockBadge kind={variation?.stock_kind ?? product.stock_kind} text={variation?.stock ?? product.stock} />
      </p>
      <Button type="submit" form={BUY_FORM} className={styles.button}>
        {buying.state === 'loading' ? 'Adding…' : product.button}
      </Button>
    </div>
  );
}
