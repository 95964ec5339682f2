import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { browser } from '../../lib/go';
import type { Opening } from './popupOpening';
import { closeCartPopup, hostCartPopup, loadDialog, useCartPopup } from './popupState';

interface Props {
  opening: Opening;
  onClosed: () => void;
}

/** It comes when it is first needed; should it fail to, the cart's own page shows the same. */
const CartPopupDialog = lazy<ComponentType<Props>>(() => loadDialog().catch(() => ({ default: CartPageInstead })));

/** Where the popup stands while it is open. */
export function CartPopupHost() {
  const opening = useCartPopup();
  useEffect(hostCartPopup, []);
  useEffect(prefetchOnInterest, []);
  if (!opening) return null;
  return (
    <Suspense>
      <CartPopupDialog opening={opening} onClosed={closeCartPopup} />
    </Suspense>
  );
}

/** A shopper who points at what opens the cart is likely to press it. */
function prefetchOnInterest(): () => void {
  const leaving = new AbortController();
  const prefetch = ({ target }: Event) => {
    if (!(target instanceof Element) || !target.closest('[data-basket], [data-cart-link]')) return;
    leaving.abort();
    loadDialog().catch(() => undefined); // fetched again when it opens
  };
  for (const kind of ['pointerover', 'focusin']) document.addEventListener(kind, prefetch, { signal: leaving.signal });
  return () => leaving.abort();
}

function CartPageInstead({ opening, onClosed }: Props) {
  useEffect(() => {
    onClosed();
    if (opening.modal) browser.go('/cart/');
  }, [opening, onClosed]);
  return null;
}
