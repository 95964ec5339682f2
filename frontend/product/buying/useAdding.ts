import { useState } from 'react';
import { addForm } from '../../cart/addForm';
import { refusalOf } from '../../cart/cartCalls';
import { showAdded } from '../../cart/popup/popupState';
import { ConnectionError } from '../../lib/http';

export interface Adding {
  state: 'idle' | 'loading' | 'added';
  problem: string;
  /** Send a wine's form. */
  add: (form: HTMLFormElement, name: string) => Promise<void>;
  /** Called with the reason why a wine cannot be added; '' removes it. */
  refuse: (problem: string) => void;
}

/** Puts bottles into the cart, one request at a time, and shows the result. */
export function useAdding(): Adding {
  const [state, setState] = useState<Adding['state']>('idle');
  const [problem, setProblem] = useState('');
  const refuse = (text: string) => {
    setState('idle');
    setProblem(text);
  };
  const add = async (form: HTMLFormElement, name: string) => {
    if (state === 'loading') return;
    setProblem('');
    setState('loading');
    try {
      const answer = await addForm(form, name);
      if (answer.error) return refuse(refusalOf(answer));
      setState('added');
      const sent = new FormData(form);
      const item = Number(sent.get('variation_id') || sent.get('product_id'));
      void showAdded(name, item, form.querySelector('button[type="submit"]') ?? form);
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      refuse(error.message);
    }
  };
  return { state, problem, add, refuse };
}
