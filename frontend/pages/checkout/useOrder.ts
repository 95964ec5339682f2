import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { FormError, ProviderSettings } from '../../generated/pages';
import { browser } from '../../lib/go';
import { ConnectionError } from '../../lib/http';
import { settle } from '../../lib/payment/confirm';
import { PaymentError, PROVIDER_MISSING, say } from '../../lib/payment/errors';
import { type Pending, readHash, takeHash } from '../../lib/payment/hash';
import { type Means, newMeansOf } from '../../lib/payment/means';
import { payOpened } from '../../lib/payment/payOpened';
import { fieldsOf, type OrderAnswer, placeOrder } from '../../lib/payment/placeOrder';
import { useMeans } from '../../lib/payment/useMeans';
import type { Client } from '../../lib/payment/useProvider';
import { useShownAgain } from '../../lib/useShownAgain';
import { readMessages } from './rules';
import { forgetTyped } from './typed';

export interface Outcome {
  onErrors: (errors: FormError[]) => void;
  /** What is wrong with the own fields of a gateway's method; '' when they say so themselves. */
  onFieldProblem: (gateway: string, text: string) => void;
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
  { loaded }: Pick<Client, 'loaded'>,
  { onErrors, onFieldProblem, onStale, send = placeOrder, orderId }: Outcome,
) {
  const { busy, attempt } = useAttempt(form, provider, onErrors, onFieldProblem);
  const means = useMeans();

  const finish = useCallback(
    async (pending: Pending, entered: Means | null = null) => {
      const stripe = await loaded(); // a saved card needs it only now
      if (!stripe) throw new PaymentError(PROVIDER_MISSING);
      renewToken(form.current, pending);
      const isOpened = entered && 'intentId' in entered && entered.clientSecret === pending.clientSecret;
      const url =
        isOpened && pending.kind === 'confirm' && form.current
          ? await payOpened(form.current, entered, pending, provider)
          : await settle(stripe, pending, provider);
      forgetTyped();
      browser.go(url);
      return true;
    },
    [form, provider, loaded],
  );

  const handle = async (answer: OrderAnswer, entered: Means | null): Promise<boolean> => {
    const pending = readHash(answer.redirect ?? '');
    if (answer.result === 'success' && pending) return finish(pending, entered);
    if (answer.result === 'success' && answer.redirect) {
      forgetTyped();
      browser.go(answer.redirect);
      return true;
    }
    if (answer.reload) {
      browser.reload();
      return true;
    }
    const errors = (answer.errors ?? readMessages(answer.messages ?? '')).filter(({ text }) => text);
    const unsaid = provider.generic_error || say(provider.messages, 'payment_failed');
    onErrors(errors.length > 0 ? errors : [{ field: '', text: unsaid }]);
    if (answer.refresh) onStale();
    return false;
  };

  // An address with a payment to see through: after a redirect, or put there while the page is open (spec 2.13).
  useEffect(() => {
    const react = () => {
      const pending = takeHash();
      if (pending && isOurs(pending, orderId)) void attempt(() => finish(pending));
    };
    react();
    window.addEventListener('hashchange', react);
    return () => window.removeEventListener('hashchange', react);
  }, [attempt, finish, orderId]);

  const place = (sent: HTMLFormElement) =>
    attempt(async () => {
      const gateway = newMeansOf(fieldsOf(sent));
      const entered = gateway === null ? null : await means.ask(gateway);
      return handle(await send(sent, entered), entered);
    });
  return { busy, place, onMeans: means.tell };
}

/** Runs one attempt; a second one meanwhile is ignored. The form stays blocked when the browser is on its way. */
function useAttempt(
  form: RefObject<HTMLFormElement | null>,
  { messages }: ProviderSettings,
  onErrors: Outcome['onErrors'],
  onFieldProblem: Outcome['onFieldProblem'],
) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const attempt = useCallback(
    async (work: () => Promise<boolean>) => {
      if (running.current) return;
      running.current = true;
      setBusy(true);
      let leaving = false;
      try {
        leaving = await work();
      } catch (error) {
        if (error instanceof PaymentError && error.inCard) onFieldProblem(gatewayOf(form.current), error.message);
        else if (error instanceof PaymentError) onErrors([{ field: error.field, text: error.message }]);
        else if (error instanceof ConnectionError) onErrors([{ field: '', text: error.message }]);
        else {
          onErrors([{ field: '', text: say(messages, 'payment_failed') }]);
          throw error;
        }
      } finally {
        running.current = leaving;
        setBusy(leaving);
      }
    },
    [form, messages, onErrors, onFieldProblem],
  );

  useShownAgain(() => {
    running.current = false;
    setBusy(false);
  });
  return { busy, attempt };
}

function gatewayOf(form: HTMLFormElement | null): string {
  return (form && fieldsOf(form).get('payment_method')) ?? '';
}

function isOurs(pending: Pending, orderId: number | undefined): boolean {
  return orderId === undefined || pending.kind === 'older' || pending.orderId === String(orderId);
}

/** With an account that was made along with the order, the token of the page is another. */
function renewToken(form: HTMLFormElement | null, pending: Pending): void {
  const token = form?.elements.namedItem('csrfmiddlewaretoken');
  if ('nonce' in pending && token instanceof HTMLInputElement) token.value = pending.nonce;
}
