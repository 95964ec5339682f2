import { useEffect, useState } from 'react';
import type { ProductPage, VariationChoice } from '../../generated/pages';
import { ConnectionError, post } from '../../lib/http';
import { addressOf, type Picked, variationFor } from './choice';

export interface Choice {
  picked: Picked;
  pick: (picked: Picked) => void;
  /** All of the chosen variation; null while values are open, none is like that, or it is on its way. */
  variation: VariationChoice | null;
  loading: boolean;
  problem: string;
}

/** What the shopper chooses of a variable product. The choice stands in the address, to be sent and come back to. */
export function useChoice(product: ProductPage): Choice {
  const { options, variations, combinations, product_id } = product;
  const [picked, setPicked] = useState<Picked>(product.preselected);

  const made = variations.length > 0 ? variations : combinations;
  const named = variationFor(options, made, picked);
  const fetched = useFetchedChoice(product_id, variations.length > 0 ? null : named);
  return {
    picked,
    pick: (next) => {
      setPicked(next);
      window.history.replaceState(window.history.state, '', addressOf(window.location.href, options, next));
    },
    ...fetched,
    variation: variations.find((each) => each === named) ?? fetched.variation,
  };
}

type FetchedChoice = Pick<Choice, 'variation' | 'loading' | 'problem'>;

const NOTHING: FetchedChoice = { variation: null, loading: false, problem: '' };

/**
 * Fetches a variation of a wine that has more than the page carries
 * (docs/behaviour/catalogue.md#variations-in-the-page).
 */
function useFetchedChoice(product: number, named: { variation_id: number; choices: Picked } | null): FetchedChoice {
  const [fetched, setFetched] = useState<FetchedChoice>(NOTHING);
  useEffect(() => {
    setFetched({ ...NOTHING, loading: named !== null });
    if (!named) return;
    const leave = new AbortController();
    const fetchChoice = async () => {
      const fields = { product_id: String(product), ...named.choices };
      try {
        const answer = await post<{ choice: VariationChoice }>('/?wc-ajax=get_variation', fields, leave);
        setFetched({ ...NOTHING, variation: answer.choice ?? null });
      } catch (error) {
        if (!(error instanceof ConnectionError)) throw error;
        if (!leave.signal.aborted) setFetched({ ...NOTHING, problem: error.message });
      }
    };
    void fetchChoice();
    return () => leave.abort();
  }, [product, named]);
  return fetched;
}
