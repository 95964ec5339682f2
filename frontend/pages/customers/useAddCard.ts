import { type FormEvent, useCallback, useRef, useState } from 'react';
import type { AddCardSettings } from '../../generated/pages';
import { browser } from '../../lib/go';
import { ConnectionError } from '../../lib/http';
import { type Added, addCard } from '../../lib/payment/addCard';
import { NOT_LOADED, PaymentError } from '../../lib/payment/errors';
import type { Entered, Told } from '../../lib/payment/means';
import { CARD } from '../../lib/payment/placeOrder';
import { useMeans } from '../../lib/payment/useMeans';
import type { Client } from '../../lib/payment/useProvider';
import { reveal } from '../../lib/scroll';
import { useShownAgain } from '../../lib/useShownAgain';

/** Adds a card, once, and sends the form with what came of it; or says what is to be corrected. */
export function useAddCard({ loaded }: Pick<Client, 'loaded'>, settings: AddCardSettings) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const running = useRef(false);
  const { tell, ask } = useMeans<Entered>();
  const problemPlace = useRef<HTMLParagraphElement>(null);
  const intentId = useRef<HTMLInputElement>(null);

  const onMeans = useCallback((card: Told<Entered>) => tell(CARD, card), [tell]);

  useShownAgain(() => {
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
      const card = await ask(CARD);
      const stripe = await loaded();
      if (!stripe || !card) throw new PaymentError(NOT_LOADED, true);
      leave(form, await addCard(stripe, card, settings));
      leaving = true;
    } catch (error) {
      const isTold = error instanceof PaymentError || error instanceof ConnectionError;
      const text = isTold ? error.message : settings.generic_error;
      setProblem(text);
      if (text) reveal(problemPlace.current); // else the provider's fields say it, and have the focus
      if (!isTold) throw error;
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
  return { busy, problem, problemPlace, intentId, onMeans, submit };
}
