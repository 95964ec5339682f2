import { type RefObject, useCallback, useRef, useState } from 'react';
import type { CheckoutPage, PaymentOptions } from '../../generated/pages';
import { reveal } from '../../lib/scroll';
import { PaymentPanel } from './PaymentPanel';
import { type Outcome, useOrder } from './useOrder';

/** Places the order as `useOrder` does; what is wrong with the card is told below the card's own fields. */
export function usePaying(
  form: RefObject<HTMLFormElement | null>,
  { provider, shared }: Pick<CheckoutPage, 'provider' | 'shared'>,
  outcome: Omit<Outcome, 'onCardProblem'>,
) {
  const [problem, setProblem] = useState('');
  const problemPlace = useRef<HTMLParagraphElement>(null);
  const onCardProblem = useCallback((text: string) => {
    setProblem(text);
    reveal(problemPlace.current);
  }, []);
  const { busy, place, setCard, setStripe } = useOrder(form, provider, { ...outcome, onCardProblem });
  /** Before another try, also one that the page itself refuses. */
  const forgetProblem = () => setProblem('');
  const panel = (_method: string, payment: PaymentOptions) => (
    <PaymentPanel
      payment={payment}
      provider={provider}
      sandbox={shared.sandbox}
      problem={problem}
      problemPlace={problemPlace}
      onStripe={setStripe}
      onCard={setCard}
    />
  );
  return { busy, place, forgetProblem, panel };
}
