import { useEffect, useState } from 'react';
import type { PriceText, ProductPage, Tier, VariationChoice } from '../../generated/pages';
import { announce } from '../../lib/announce';
import { EMPTY_CART } from '../../lib/bottles';
import { cookie } from '../../lib/cookies';
import { askPrice, askTiers, DISCOUNT_EVENT, type DiscountAnswer, rowIn, tellDiscount } from '../../lib/discounts';
import { ConnectionError } from '../../lib/http';
import { useSection } from '../../lib/sections';

/** Set while a customer is logged in (vintner/customers/marking.py). */
const CUSTOMER = 'vintner_customer';
/** So long a quantity rests before its price is asked for, in milliseconds. */
const REST = 150;

export interface Discounts {
  /** What one of the wanted bottles costs this visitor; null while that is not known. */
  price: PriceText | null;
  tiers: Tier[];
  /** The row of the table that the wanted bottles reach, beside those in the cart. */
  reached: string;
  loading: boolean;
}

interface Wanted {
  /** Product or variation; 0 while a variation has still to be chosen: 'Invalid product', nothing is asked for. */
  wine: number;
  quantity: number;
}

/** What a wine costs this visitor. The page's own price is that of one bottle for somebody it knows nothing of. */
export function useDiscounts(
  { product_id, dynamic_pricing, options, price, tiers }: ProductPage,
  variation: VariationChoice | null,
  quantity: number,
): Discounts {
  const cart = useSection('MiniCart', EMPTY_CART);
  const [known, setKnown] = useState(false);
  useEffect(() => setKnown(cart.count > 0 || cookie(CUSTOMER) !== ''), [cart]);
  const [touched, setTouched] = useState(false);
  useEffect(() => setTouched((before) => before || quantity !== 1), [quantity]);

  const variable = options.length > 0;
  const wine = variable ? (variation?.variation_id ?? 0) : product_id;
  const shown = variation ? variation.price : price;
  const stamp = `${cart.count} ${cart.subtotal}`;
  const asked = usePrice({ wine, quantity }, shown, dynamic_pricing && (known || touched) ? stamp : null);
  return {
    ...asked,
    tiers: useTiers(variable ? variation?.variation_id || product_id : product_id, tiers, dynamic_pricing, known),
    reached: useReachedRow(wine),
  };
}

interface Answered extends Wanted {
  price: PriceText | null;
}

/** Ask for the price whenever the wanted bottles or the cart change; `cart` is null while nothing is to be asked. */
function usePrice({ wine, quantity }: Wanted, shown: PriceText | null, cart: string | null) {
  const [answered, setAnswered] = useState<Answered | null>(null);
  const [loading, setLoading] = useState(false);
  const current = answered?.wine === wine ? answered : null;
  const price = current && cart !== null ? current.price : shown;
  useEffect(() => {
    if (cart === null || wine === 0) return setLoading(false);
    const leave = new AbortController();
    setLoading(true);
    const lookUp = async () => {
      const found = await lookedUp({ wine, quantity }, leave.signal);
      if (leave.signal.aborted) return;
      setLoading(false);
      // The price of these very bottles stays when nothing was answered; that of others would be wrong.
      setAnswered((before) => {
        if (found !== undefined) return { wine, quantity, price: found };
        const last = before?.wine === wine ? before.quantity : 1;
        return last === quantity ? before : { wine, quantity, price: null };
      });
    };
    const timer = window.setTimeout(() => void lookUp(), REST);
    return () => {
      window.clearTimeout(timer);
      leave.abort();
    };
  }, [wine, quantity, cart]);
  useAnnounced(wine, price);
  return { price, loading };
}

/** Return the price, null when there is none, undefined when the store could not be reached. */
async function lookedUp({ wine, quantity }: Wanted, signal: AbortSignal): Promise<PriceText | null | undefined> {
  try {
    const found = await askPrice(wine, quantity, signal);
    void tellDiscount(wine, quantity, signal).catch(ignoreConnection);
    return found;
  } catch (error) {
    if (error instanceof ConnectionError) return undefined;
    throw error;
  }
}

/** Without an answer no row is marked anew. */
function ignoreConnection(error: unknown): void {
  if (!(error instanceof ConnectionError)) throw error;
}

/** Say what a bottle costs now whenever that changes while the wine stays. */
function useAnnounced(wine: number, price: PriceText | null): void {
  const [told, setTold] = useState({ wine, price });
  useEffect(() => {
    if (!price || (told.wine === wine && told.price?.current === price.current)) return;
    setTold({ wine, price });
    if (told.wine !== wine) return; // whoever chose another wine hears of its stock too
    announce(price.regular ? `Now ${price.current} each instead of ${price.regular}.` : `${price.current} each.`);
  }, [told, wine, price]);
}

/** Load the table of a variation that is shown, and the product's when it is hidden; the page carries the product's. */
function useTiers(wine: number, initial: Tier[], dynamic: boolean, known: boolean): Tier[] {
  const [first] = useState(wine);
  const [loaded, setLoaded] = useState<{ wine: number; tiers: Tier[] } | null>(null);
  const needed = dynamic && (known || wine !== first);
  useEffect(() => {
    if (!needed) return setLoaded(null);
    const leave = new AbortController();
    const load = async () => {
      try {
        setLoaded({ wine, tiers: await askTiers(wine, leave.signal) });
      } catch (error) {
        if (!(error instanceof ConnectionError)) throw error;
        if (!leave.signal.aborted) setLoaded({ wine, tiers: [] });
      }
    };
    void load();
    return () => leave.abort();
  }, [wine, needed]);
  return loaded?.tiers ?? initial;
}

/** Return the row that the last answer about the wine named. */
function useReachedRow(wine: number): string {
  const [reached, setReached] = useState({ wine, row: '' });
  useEffect(() => {
    const take = (event: Event) => setReached({ wine, row: rowIn((event as CustomEvent<DiscountAnswer>).detail) });
    document.body.addEventListener(DISCOUNT_EVENT, take);
    return () => document.body.removeEventListener(DISCOUNT_EVENT, take);
  }, [wine]);
  return reached.wine === wine ? reached.row : '';
}
