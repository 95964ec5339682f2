import type { Stripe } from '@stripe/stripe-js';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { FormError, ProviderSettings } from '../../generated/pages';
import { browser } from '../../lib/go';
import { ConnectionError } from '../../lib/http';
import { confirm, type PendingConfirmation, readHash, takeHash } from '../../lib/payment/confirm';
import { PAYMENT_FAILED, PaymentError, PROVIDER_MISSING } from '../../lib/payment/errors';
import { type Card, type OrderAnswer, placeOrder } from '../../lib/payment/placeOrder';
import { readMessages } from './rules';
import { forgetTyped } from './typed';

export interface Outcome {
  onErrors: (errors: FormError[]) => void;
  onCardProblem: (text: string) => void;
  /** The order review on the page no longer holds. */
  onStale: () => void;
  /** How the order is sent: by the classic checkout's call, if it is not said. */
  send?: typeof placeOrder;
  /** The order that the page is about, where there is one already: it confirms payments of no other. */
  orderId?: number;
}

/** Places the order, once, and sees it through until the browser leaves or something is to be corrected. */
export function useOrder(
  form: RefObject<HTMLFormElement | null>,
  provider: ProviderSettings,
  { onErrors, onCardProblem, onStale, send = placeOrder, orderId }: Outcome,
) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const card = useRef<Card | null>(null);
  const [stripe, setStripe] = useState<Stripe | null>(null);

  /** Run one attempt; a second one meanwhile is ignored. The form stays blocked when the browser is on its way. */
  const attempt = useCallback(
    async (work: () => Promise<boolean>) => {
      if (running.current) return;
      running.current = true;
      setBusy(true);
      let leaving = false;
      try {
        leaving = await work();
      } catch (error) {
        if (error instanceof PaymentError && error.inCard) onCardProblem(error.message);
        else if (error instanceof PaymentError || error instanceof ConnectionError) {
          onErrors([{ field: '', text: error.message }]);
        } else throw error;
      } finally {
        running.current = leaving;
        setBusy(leaving);
      }
    },
    [onErrors, onCardProblem],
  );

  const finish = useCallback(
    async (pending: PendingConfirmation, client: Stripe) => {
      // With an account that was made along with the order, the token of the page is another.
      const token = form.current?.elements.namedItem('csrfmiddlewaretoken');
      if (token instanceof HTMLInputElement) token.value = pending.nonce;
      const url = await confirm(client, pending, provider);
      forgetTyped();
      browser.go(url);
      return true;
    },
    [form, provider],
  );

  const handle = useCallback(
    async (answer: OrderAnswer): Promise<boolean> => {
      const pending = readHash(answer.redirect ?? '');
      if (answer.result === 'success' && pending) {
        if (!stripe) throw new PaymentError(PROVIDER_MISSING); // a saved card needs it only now
        return finish(pending, stripe);
      }
      if (answer.result === 'success' && answer.redirect) {
        forgetTyped();
        browser.go(answer.redirect);
        return true;
      }
      if (answer.reload) {
        browser.reload();
        return true;
      }
      const errors = answer.errors ?? readMessages(answer.messages ?? '');
      onErrors(errors.length > 0 ? errors : [{ field: '', text: provider.generic_error || PAYMENT_FAILED }]);
      if (answer.refresh) onStale();
      return false;
    },
    [stripe, finish, onErrors, onStale, provider],
  );

  // An address with a payment to confirm: after a redirect, or put there while the page is open (spec 2.13).
  useEffect(() => {
    if (!stripe) return;
    const react = () => {
      const pending = takeHash();
      const isOurs = orderId === undefined || pending?.orderId === String(orderId);
      if (pending && isOurs) void attempt(() => finish(pending, stripe));
    };
    react();
    window.addEventListener('hashchange', react);
    return () => window.removeEventListener('hashchange', react);
  }, [stripe, attempt, finish, orderId]);

  // Back from another page by the browser's cache: the form is to be used again.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      running.current = false;
      setBusy(false);
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  const place = (sent: HTMLFormElement) => attempt(async () => handle(await send(sent, card.current)));
  const setCard = useCallback((next: Card | null) => {
    card.current = next;
  }, []);
  return { busy, place, setCard, setStripe };
}
