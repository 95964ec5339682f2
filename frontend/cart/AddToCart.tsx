import { type FormEvent, useEffect, useState } from 'react';
import { classes } from '../lib/classes';
import { browser } from '../lib/go';
import { ConnectionError } from '../lib/http';
import { Button } from '../ui/Button';
import { Hidden } from '../ui/Hidden';
import styles from './AddToCart.module.css';
import { addToCart } from './cartCalls';
import { showAdded } from './popup/popupState';

type State = 'idle' | 'loading' | 'added';

const ADDED_FOR = 2500; // in milliseconds: docs/behaviour/pages.md#timing

interface Props {
  productId: number;
  sku: string;
  name: string;
  /** The name with producer and vintage, for screen readers. */
  bottle: string;
  label: string;
}

/** The add-to-cart control of a wine in a grid. Without JavaScript it is a plain form. */
export function AddToCart({ productId, sku, name, bottle, label }: Props) {
  const [state, setState] = useState<State>('idle');
  const [saysAdded, setSaysAdded] = useState(false);
  const [problem, setProblem] = useState('');

  // The button adds another bottle when pressed again, and says so after a while.
  useEffect(() => {
    if (!saysAdded) return;
    const timer = window.setTimeout(() => setSaysAdded(false), ADDED_FOR);
    return () => window.clearTimeout(timer);
  }, [saysAdded]);

  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state === 'loading') return;
    const button = event.currentTarget.querySelector('button');
    setState('loading');
    setSaysAdded(false);
    setProblem('');
    try {
      const answer = await addToCart(dataOf(button), name);
      if (answer.error && answer.product_url) browser.go(answer.product_url);
      if (answer.cart_url) browser.go(answer.cart_url);
      if (answer.error) setProblem('This wine could not be added.');
      setSaysAdded(!answer.error);
      setState(answer.error ? 'idle' : 'added');
      if (button && !answer.error) void showAdded(name, productId, button);
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      setProblem(error.message);
      setState('idle');
    }
  };
  return (
    <form className={styles.form} method="post" action="/cart/add/" onSubmit={add}>
      <input type="hidden" name="add-to-cart" value={productId} />
      <Button
        type="submit"
        look="quiet"
        className={classes('add_to_cart_button', state !== 'idle' && state, saysAdded && styles.done)}
        data-product_id={productId}
        data-product_sku={sku}
        data-quantity={1}
        aria-busy={state === 'loading' || undefined}
      >
        {state === 'loading' ? 'Adding…' : saysAdded ? 'Added' : label}
        <Hidden>: {bottle}</Hidden>
      </Button>
      {state === 'added' && !window.location.pathname.startsWith('/cart/') && <a href="/cart/">View cart</a>}
      {problem && (
        <span className={styles.problem} role="alert">
          {problem}
        </span>
      )}
    </form>
  );
}

/** All data attributes of the button are sent (docs/behaviour/pages.md#adding-to-the-cart). */
function dataOf(button: HTMLElement | null): Record<string, string> {
  const entries = Object.entries(button?.dataset ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']));
}
