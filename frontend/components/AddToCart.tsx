import { type FormEvent, useState } from 'react';
import { addToCart } from '../lib/cart';
import { classes } from '../lib/classes';
import { browser } from '../lib/go';
import { ConnectionError } from '../lib/http';
import styles from './AddToCart.module.css';
import { Button } from './Button';
import { Hidden } from './Hidden';

type State = 'idle' | 'loading' | 'added';

const LABELS: Record<State, string | null> = { idle: null, loading: 'Adding…', added: 'Added' };

interface Props {
  productId: number;
  sku: string;
  name: string;
  label: string;
}

/** The add-to-cart control of a wine in a grid. Without JavaScript it is a plain form. */
export function AddToCart({ productId, sku, name, label }: Props) {
  const [state, setState] = useState<State>('idle');
  const [problem, setProblem] = useState('');

  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state === 'loading') return;
    const button = event.currentTarget.querySelector('button');
    setState('loading');
    setProblem('');
    try {
      const answer = await addToCart(dataOf(button), name);
      if (answer.error && answer.product_url) browser.go(answer.product_url);
      if (answer.error) setProblem('This wine could not be added.');
      setState(answer.error ? 'idle' : 'added');
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
        className={classes('add_to_cart_button', state !== 'idle' && state)}
        data-product_id={productId}
        data-product_sku={sku}
        data-quantity={1}
        aria-busy={state === 'loading' || undefined}
      >
        {LABELS[state] ?? label}
        <Hidden>: {name}</Hidden>
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

/** All data attributes of the button are sent (spec 7.1, call 2). */
function dataOf(button: HTMLElement | null): Record<string, string> {
  const entries = Object.entries(button?.dataset ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']));
}
