import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { closeCartPopup, type Opening, useCartPopup } from '../lib/cartPopup';
import { browser } from '../lib/go';

interface Props {
  opening: Opening;
}

const OPENERS = '.add_to_cart_button, .single_add_to_cart_button, [data-basket]';
const load = () => import('./CartPopupDialog');

/** It comes when it is first needed; should it fail to, the cart's own page shows the same. */
const CartPopupDialog = lazy<ComponentType<Props>>(() => load().catch(() => ({ default: CartPageInstead })));

/** Where the popup stands while it is open. */
export function CartPopupHost() {
  const opening = useCartPopup();
  useEffect(prefetchOnInterest, []);
  if (!opening) return null;
  return (
    <Suspense>
      <CartPopupDialog opening={opening} />
    </Suspense>
  );
}

/** Whoever points at what opens it is likely to. */
function prefetchOnInterest(): () => void {
  const leaving = new AbortController();
  const prefetch = ({ target }: Event) => {
    if (!(target instanceof Element) || !target.closest(OPENERS)) return;
    leaving.abort();
    // Not while the press is being answered. Safari has no such callback, and fetches it with the opening.
    window.requestIdleCallback?.(() => load().catch(() => undefined));
  };
  for (const kind of ['pointerover', 'focusin']) document.addEventListener(kind, prefetch, { signal: leaving.signal });
  return () => leaving.abort();
}

function CartPageInstead({ opening }: Props) {
  useEffect(() => {
    closeCartPopup();
    if (opening.modal) browser.go('/cart/');
  }, [opening]);
  return null;
}
