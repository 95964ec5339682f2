import { CONSENT_CHANGED, readConsent } from '../../lib/consent';
import { watchCart } from './cartEvents';
import { allow, stop } from './dataLayer';
import { readPage, reportPage, watchSelections } from './pageEvents';
import { forgetPending, sendPending } from './pending';

/** Start Google Analytics now, or as soon as the visitor allows statistics; stop it when they object. */
export function startTag(id: string): void {
  let started = false;
  const follow = () => {
    if (!readConsent().statistics) {
      if (started) stop(id);
      return forgetPending();
    }
    allow(id);
    if (!started) report();
    started = true;
  };
  follow();
  window.addEventListener(CONSENT_CHANGED, follow);
  window.addEventListener('pageshow', ({ persisted }) => persisted && follow()); // it may follow an answer elsewhere
}

function report(): void {
  const page = readPage();
  watchSelections(page);
  watchCart(page.component === 'cart/CartPage');
  void sendPending();
  reportPage(page).catch(() => undefined); // nothing is missing for the shopper
}
