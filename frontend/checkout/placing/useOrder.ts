import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { FormError, PaymentMethod, ProviderSettings } from '../../generated/pages';
import { browser } from '../../lib/go';
import { settle } from '../../payment/confirm';
import { type Pending, putBack, readHash, takeHash } from '../../payment/confirmationHash';
import { type PaymentInput, readNewGateway } from '../../payment/fields/paymentInput';
import { usePaymentInputs } from '../../payment/fields/usePaymentInputs';
import { formatMessage, genericMessage, PAYMENT, PaymentError, UnknownIntent } from '../../payment/paymentErrors';
import { type IntentSubmission, payOpenIntent } from '../../payment/payOpenIntent';
import { type OrderAnswer, placeOrder, readFields, type Send } from '../../payment/placeOrder';
import type { Client } from '../../payment/useProvider';
import { readMessages } from '../fieldRules';
import { clearSavedFields } from '../savedFields';
import { readGateway, useAttempt } from './useAttempt';

export interface Outcome {
  onErrors: (errors: FormError[]) => void;
  /** What is wrong with the own fields of a gateway's method; '' when they say so themselves. */
  onFieldProblem: (gateway: string, text: string) => void;
  /** The order review on the page no longer holds. */
  onStale: () => void;
  /** How the order is sent: by the classic checkout's call, if it is not said. */
  send?: Send;
  /** The order that the page is about, where there is one already: it confirms payments of no other. */
  orderId?: number;
}

interface Page {
  provider: ProviderSettings;
  methods: PaymentMethod[];
}

/** What the form said when the button was pressed, and what its way to pay can do. */
interface Tried {
  fields: URLSearchParams;
  means: PaymentInput | null;
}

/** Places the order, once, and sees it through until the browser leaves or something is to be corrected. */
export function useOrder(
  form: RefObject<HTMLFormElement | null>,
  { provider, methods }: Page,
  { loaded }: Pick<Client, 'loaded'>,
  { onErrors, onFieldProblem, onStale, send = placeOrder, orderId }: Outcome,
) {
  const { busy, attempt } = useAttempt(form, provider, { onErrors, onFieldProblem });
  const means = usePaymentInputs();

  const finish = useCallback(
    async (hash: string, tried: Tried | null = null) => {
      const pending = readHash(hash);
      if (!pending) return false;
      const stripe = await loaded(); // a saved card needs it only now
      if (!stripe) {
        putBack(hash); // the words ask to load the page again, which then goes on with it
        throw new PaymentError(
          formatMessage(provider.messages, 'load_failed', labelOf(methods, pending, form.current)),
        );
      }
      if ('nonce' in pending) renewToken(form.current, pending.nonce);
      const ours = { ...provider, ...noncesOf(form.current) };
      const opened = openedFor(pending, tried);
      const seen = opened ? payOpenIntent(opened, ours) : settle(stripe, pending, ours);
      const url = await (tried ? seen : seen.catch(forgetUnknown));
      if (!url) return false;
      clearSavedFields();
      browser.go(url);
      return true;
    },
    [form, provider, methods, loaded],
  );

  const handle = async (answer: OrderAnswer, tried: Tried): Promise<boolean> => {
    renewToken(form.current, answer.nonce ?? '');
    if (answer.result === 'success' && readHash(answer.redirect ?? '')) return finish(answer.redirect ?? '', tried);
    if (answer.result === 'success' && answer.redirect) {
      clearSavedFields();
      browser.go(answer.redirect);
      return true;
    }
    if (answer.reload) {
      browser.reload();
      return true;
    }
    const errors = errorsOf(answer);
    onErrors(errors.length > 0 ? errors : [{ field: '', text: genericMessage(provider) }]);
    if (answer.refresh) onStale();
    return false;
  };

  // An address with a payment to see through: after a redirect, or put there while the page is open (spec 2.13).
  const [due, setDue] = useState('');
  useEffect(() => {
    const react = () => setDue((hash) => takeHash((pending) => isOurs(pending, orderId)) || hash);
    react();
    window.addEventListener('hashchange', react);
    return () => window.removeEventListener('hashchange', react);
  }, [orderId]);
  useEffect(() => {
    if (busy || !due) return; // it waits for the attempt that is under way
    setDue('');
    void attempt(() => finish(due));
  }, [busy, due, attempt, finish]);

  const place = (sent: HTMLFormElement) =>
    attempt(async () => {
      takeHash(); // what was put back for a page that is loaded again is passed over by a press
      const fields = readFields(sent); // once: what is changed from now on was not agreed to
      const gateway = readNewGateway(fields);
      const entered = gateway === null ? null : await means.waitFor(gateway);
      let spent = true;
      try {
        const answer = await send(new URLSearchParams(fields), entered, sent);
        spent = answer.result === 'success' || errorsOf(answer).some(({ field }) => field === '' || field === PAYMENT);
        const leaving = await handle(answer, { fields, means: entered });
        spent &&= !leaving;
        return leaving;
      } finally {
        if (spent && entered && 'intentId' in entered) entered.renew(tokenIn(sent)?.value ?? '');
      }
    });
  return { busy, place, onMeans: means.report };
}

function errorsOf(answer: OrderAnswer): FormError[] {
  const named = Object.entries(answer.fields ?? {}).map(([field, text]) => ({ field, text }));
  const listed = answer.errors ?? readMessages(answer.messages ?? '');
  const others = listed.filter(({ text }) => !named.some((each) => each.text === text));
  return [...others, ...named].filter(({ text }) => text);
}

/** A payment that the address was made up with is nothing to the shopper, who pressed nothing. */
function forgetUnknown(error: unknown): string {
  if (error instanceof UnknownIntent) return '';
  throw error;
}

function isOurs(pending: Pending, orderId: number | undefined): boolean {
  return orderId === undefined || pending.kind === 'older' || pending.orderId === String(orderId);
}

/** What the fields can do that a payment was begun in; null when it is seen through without them. */
function openedFor(pending: Pending, tried: Tried | null): IntentSubmission | null {
  if (pending.kind !== 'confirm' || !tried?.means || !('intentId' in tried.means)) return null;
  const { fields, means } = tried;
  return means.clientSecret === pending.clientSecret ? { fields, input: means, pending } : null;
}

/** What the shop calls the way to pay that a payment waits in. */
function labelOf(methods: PaymentMethod[], pending: Pending, form: HTMLFormElement | null): string {
  const chosen = readGateway(form);
  const method = methods.find(({ type, value }) => ('method' in pending ? type === pending.method : value === chosen));
  return method?.label ?? 'card';
}

/** With an account that was made along with the order, the token of the page is another. */
function renewToken(form: HTMLFormElement | null, nonce: string): void {
  const token = tokenIn(form);
  if (nonce && token) token.value = nonce;
}

/** The nonces of a page are all its form's token (contract 1). */
function noncesOf(form: HTMLFormElement | null) {
  const token = tokenIn(form)?.value;
  return token ? { updatePaymentIntentNonce: token, updateFailedOrderNonce: token } : {};
}

function tokenIn(form: HTMLFormElement | null): HTMLInputElement | null {
  const token = form?.elements.namedItem('csrfmiddlewaretoken');
  return token instanceof HTMLInputElement ? token : null;
}
