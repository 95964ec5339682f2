import { useEffect, useState } from 'react';
import { EMPTY_CART } from '../../cart/bottles';
import type { PriceText, ProductPage, Tier, VariationChoice } from '../../generated/pages';
import { announce } from '../../lib/announce';
import { cookie } from '../../lib/cookies';
import { useSection } from '../../lib/sections';
import type { Answer, Wanted } from './discounts';

/** Set while a customer is logged in (vintner/customers/middleware.py). */
const CUSTOMER = 'vintner_customer';
/** How long a quantity must be unchanged before its price is fetched, in milliseconds. */
const REST = 150;

/** What asks the store. Most visitors never need it. */
const load = () => import('./discounts');
const nothing = () => undefined;

export interface Discounts extends Answer {
  tiers: Tier[];
  loading: boolean;
}

/** What a wine costs this visitor. The page's own price is that of one bottle for somebody it knows nothing of. */
export function useDiscounts(
  { product_id, can_buy, dynamic_pricing: isDiscounted, options, price, tiers, next_row, cases }: ProductPage,
  variation: VariationChoice | null,
  quantity: number,
): Discounts {
  const dynamicPricing = isDiscounted && can_buy;
  const cart = useSection('MiniCart', EMPTY_CART);
  const [known, setKnown] = useState(false);
  useEffect(() => setKnown(cart.count > 0 || cookie(CUSTOMER) !== ''), [cart]);
  const [changed, setChanged] = useState(false);
  useEffect(() => setChanged((before) => before || quantity !== 1), [quantity]);

  const variable = options.length > 0;
  const wine = variable ? (variation?.variation_id ?? 0) : product_id;
  const rows = useTiers(variable ? variation?.variation_id || product_id : product_id, tiers, dynamicPricing, known);
  // The row ahead of a variation may be another than that of the product, which holds for all of them.
  const isDynamic = dynamicPricing && (known || changed || (variation !== null && rows.length > 0));
  const initial = {
    price: variation ? variation.price : price,
    reached: '',
    hint: variation ? '' : (next_row?.text ?? ''),
    cases: cases[variation?.variation_id ?? product_id],
  };
  return {
    ...useAnswer({ wine, quantity }, initial, isDynamic ? `${cart.count} ${cart.subtotal}` : null),
    tiers: rows,
  };
}

type Answered = Wanted & Answer;

/** Fetches the price when the bottles or the cart change; `cart` is null while there is nothing to fetch. */
function useAnswer({ wine, quantity }: Wanted, initial: Answer, cart: string | null) {
  const [answered, setAnswered] = useState<Answered | null>(null);
  const [loading, setLoading] = useState(false);
  const current = answered?.wine === wine ? answered : null;
  const { price, reached, hint, cases = initial.cases } = current && cart !== null ? current : initial;
  useEffect(() => {
    if (cart === null || wine === 0) return setLoading(false);
    const leave = new AbortController();
    setLoading(true);
    const lookUp = async () => {
      const result = await load().then(({ lookUp }) => lookUp({ wine, quantity }, leave.signal), nothing);
      if (leave.signal.aborted) return;
      setLoading(false);
      // What is known of these very bottles stays when nothing was answered; that of others would be wrong.
      setAnswered((before) => {
        if (result) return { wine, quantity, ...result };
        const last = before?.wine === wine ? before.quantity : 1;
        return last === quantity ? before : { wine, quantity, price: null, reached: '', hint: '', cases: undefined };
      });
    };
    const timer = window.setTimeout(() => void lookUp(), REST);
    return () => {
      window.clearTimeout(timer);
      leave.abort();
    };
  }, [wine, quantity, cart]);
  useAnnounced(wine, price, hint);
  return { price, reached, hint, cases, loading };
}

/** Announces the price of a bottle and the next tier when they change for the same wine. */
function useAnnounced(wine: number, price: PriceText | null, hint: string): void {
  const [announced, setAnnounced] = useState({ wine, price, hint });
  useEffect(() => {
    const same = announced.price?.current === price?.current;
    if (!price || (announced.wine === wine && same && announced.hint === hint)) return;
    setAnnounced({ wine, price, hint });
    if (announced.wine !== wine) return; // the stock of a newly chosen wine is announced elsewhere
    const words = price.regular ? `Now ${price.current} each instead of ${price.regular}.` : `${price.current} each.`;
    announce([same ? '' : words, hint].filter(Boolean).join(' '));
  }, [announced, wine, price, hint]);
}

/** Load the table of a variation that is shown, and the product's when it is hidden; the page carries the product's. */
function useTiers(wine: number, initial: Tier[], dynamic: boolean, known: boolean): Tier[] {
  const [first] = useState(wine);
  const [loaded, setLoaded] = useState<{ wine: number; tiers: Tier[] } | null>(null);
  const needed = dynamic && (known || wine !== first);
  useEffect(() => {
    if (!needed) return setLoaded(null);
    const leave = new AbortController();
    const lookUp = async () => {
      const rows = await load().then(({ lookUpTiers }) => lookUpTiers(wine, leave.signal), nothing);
      if (!leave.signal.aborted) setLoaded({ wine, tiers: rows ?? [] });
    };
    void lookUp();
    return () => leave.abort();
  }, [wine, needed]);
  return loaded?.tiers ?? initial;
}
