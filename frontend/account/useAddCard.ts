import { type FormEvent, useRef, useState } from 'react';
import type { AddableMethod, Payer, ProviderSettings } from '../generated/pages';
import { browser } from '../lib/go';
import { ConnectionError } from '../lib/http';
import { type Added, addCard } from '../payment/addCard';
import { addMethod } from '../payment/addMethod';
import type { DeferredInput } from '../payment/fields/paymentInput';
import { usePaymentInputs } from '../payment/fields/usePaymentInputs';
import { NOT_LOADED, PaymentError } from '../payment/paymentErrors';
import { usePageRestored } from '../payment/usePageRestored';
import type { Client } from '../payment/useProvider';
import { revealNotice } from '../ui/glide';

/** Adds a payment method once and sends the form with the result, or shows what has to be corrected. */
export function useAddCard(
  { loaded }: Pick<Client, 'loaded'>,
  settings: ProviderSettings,
  payer: Payer,
  { type, consent }: AddableMethod,
) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const running = useRef(false);
  const { report, waitFor } = usePaymentInputs<DeferredInput>();
  const problemPlace = useRef<HTMLParagraphElement>(null);
  const intentId = useRef<HTMLInputElement>(null);

  usePageRestored(() => {
    running.current = false;
    setBusy(false);
  });

  const add = async (form: HTMLFormElement) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem('');
    let leaving = false;
    try {
      const entered = await waitFor(type);
      const stripe = await loaded();
      if (!stripe || !entered) throw new PaymentError(NOT_LOADED, true);
      const added =
        type === 'card'
          ? await addCard(stripe, entered, settings, payer)
          : await addMethod(stripe, { type, consent: consent !== '' }, entered, settings, payer);
      leave(form, added);
      leaving = true;
    } catch (error) {
      const isExpected = error instanceof PaymentError || error instanceof ConnectionError;
      const text = isExpected ? error.message : settings.genericErrorMessage;
      setProblem(text);
      if (text) revealNotice(problemPlace.current); // else the provider's fields say it, and have the focus
      if (!isExpected) throw error;
    } finally {
      running.current = leaving;
      setBusy(leaving);
    }
  };

  /** The form stays blocked, as the browser is on its way. `submit` passes by the handler that led here. */
  const leave = (form: HTMLFormElement, added: Added) => {
    if ('elsewhere' in added) return browser.go(added.elsewhere);
    if (intentId.current) intentId.current.value = added.intentId;
    form.submit();
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    return add(event.currentTarget);
  };
  return { busy, problem, problemPlace, intentId, report: report, forget: () => setProblem(''), submit };
}
