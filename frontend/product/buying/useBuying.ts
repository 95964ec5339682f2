import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ProductPage } from '../../generated/pages';
import { announce } from '../../lib/announce';
import { obstacle, openOption, type Picked, variationFor } from './choice';
import { type Adding, useAdding } from './useAdding';
import type { Choice } from './useChoice';
import { type Discounts, useDiscounts } from './useDiscounts';

/** The id of the form that puts the wine into the cart: buttons outside name it. */
export const BUY_FORM = 'buy';

export interface Buying extends Pick<Adding, 'state' | 'problem'>, Omit<Discounts, 'hint' | 'reached' | 'tiers'> {
  /** The rows of the bulk table, the one that is reached, and the next one in words. */
  table: Pick<Discounts, 'tiers' | 'reached' | 'hint'>;
  quantity: number;
  /** The largest quantity. */
  most: number;
  /** The id of the variation that the choices name; '' while they name none. */
  variationId: number | '';
  /** The field whose choice is missing. */
  open: string | undefined;
  /** Why the choices cannot be bought; '' when they can. */
  blocker: string;
  pick: (picked: Picked) => void;
  count: (quantity: number) => void;
  /** A quantity was refused. */
  stop: () => void;
  /** A press begins, of the pointer or of a key. */
  beginAct: () => void;
  submit: (event: FormEvent<HTMLFormElement>) => void;
}

/** What the shopper is about to put into the cart: shared by the form and the bar of phones. */
export function useBuying(product: ProductPage, choice: Choice): Buying {
  const { options, variations, combinations } = product;
  const { picked, variation } = choice;
  const [quantity, setQuantity] = useState(product.quantity);
  const { state, problem, add, refuse } = useAdding();

  const named = variationFor(options, variations.length > 0 ? variations : combinations, picked);
  const open = openOption(options, picked);
  const blocker = options.length > 0 ? obstacle(open, named) : '';
  const most = named?.most ?? product.most;
  const wanted = Math.min(quantity, Math.max(1, most));
  const { price, loading, cases, ...table } = useDiscounts(product, variation, wanted);

  const previous = useRef(variation); // what the page begins with is not announced
  useEffect(() => {
    if (variation?.price && variation !== previous.current) announce(`${variation.price.current}, ${variation.stock}.`);
    previous.current = variation;
  }, [variation]);

  // Leaving the quantity and pressing the button is one act: what is refused there is not to be added here.
  const refused = useRef(false);
  return {
    state,
    problem,
    price,
    cases,
    table,
    loading: choice.loading || loading,
    quantity: wanted,
    most,
    variationId: named?.variation_id ?? '',
    open: open?.field,
    blocker,
    pick: (next) => {
      refuse('');
      choice.pick(next);
    },
    count: (next) => {
      if (problem) refuse('');
      setQuantity(next);
    },
    stop: () => {
      refused.current = true;
      refuse('');
    },
    beginAct: () => {
      refused.current = false;
    },
    submit: (event) => {
      event.preventDefault();
      const form = event.currentTarget;
      if (refused.current) return returnTo(form.querySelector<HTMLElement>('[name="quantity"]'));
      if (!blocker) return void add(form, product.name);
      refuse(blocker);
      returnTo(form.querySelector<HTMLElement>(`[name="${(open ?? options[0])?.field}"]`));
    },
  };
}

/** Put the focus back into a field and scroll to the message below it. */
function returnTo(field: HTMLElement | null): void {
  field?.focus();
  field?.scrollIntoView?.({ block: 'center' });
}
