import { useState } from 'react';
import { addToCart, type CartAnswer } from '../../lib/cart';
import { browser } from '../../lib/go';
import { ConnectionError } from '../../lib/http';

export interface Adding {
  state: 'idle' | 'loading' | 'added';
  problem: string;
  add: (id: number, quantity: number, name: string) => Promise<void>;
  /** Say what stands in the way; an empty text takes back what was said. */
  refuse: (problem: string) => void;
}

/** Put bottles into the cart, once at a time, and say what came of it. */
export function useAdding(): Adding {
  const [state, setState] = useState<Adding['state']>('idle');
  const [problem, setProblem] = useState('');
  const refuse = (text: string) => {
    setState('idle');
    setProblem(text);
  };
  const settle = ({ error, product_url, cart_url }: CartAnswer) => {
    const address = error ? product_url : cart_url;
    if (address) browser.go(address);
    if (error) refuse('This wine could not be added.');
    else setState('added');
  };
  const add = async (id: number, quantity: number, name: string) => {
    if (state === 'loading') return;
    setProblem('');
    setState('loading');
    try {
      settle(await addToCart({ product_id: String(id), quantity: String(quantity) }, name));
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      refuse(error.message);
    }
  };
  return { state, problem, add, refuse };
}
