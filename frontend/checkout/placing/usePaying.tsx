import { type RefObject, useCallback, useRef, useState } from 'react';
import type { CheckoutPage, PaymentMethod, PaymentOptions } from '../../generated/pages';
import { useCachedAppearance } from '../../payment/appearance/useCachedAppearance';
import { NEW, tokenField } from '../../payment/fields/paymentInput';
import { PaymentPanel } from '../../payment/methods/PaymentPanel';
import { PAYMENT } from '../../payment/paymentErrors';
import { useProvider } from '../../payment/useProvider';
import { revealNotice } from '../../ui/glide';
import { CODE, isAboutPaying } from '../fieldRules';
import type { FormErrors } from '../useFormErrors';
import { type OrderOptions, useOrder } from './useOrder';

interface PayingOptions extends Omit<OrderOptions, 'onFieldProblem'> {
  problems: Pick<FormErrors, 'byField' | 'set'>;
  /** Whether the page is the checkout in blocks. */
  isBlock?: boolean;
}

const NONE = { gateway: '', text: '' };

/** Places the order as `useOrder` does, and shows errors of a method's own fields below them. */
export function usePaying(
  form: RefObject<HTMLFormElement | null>,
  { provider, shared, payment }: Pick<CheckoutPage, 'provider' | 'shared' | 'payment'>,
  { problems, isBlock = false, ...outcome }: PayingOptions,
) {
  const [problem, setProblem] = useState(NONE);
  const problemPlace = useRef<HTMLParagraphElement>(null);
  const client = useProvider(provider);
  const onLook = useCachedAppearance(provider, isBlock);
  const onFieldProblem = useCallback((gateway: string, text: string) => {
    setProblem({ gateway, text });
    if (text) revealNotice(problemPlace.current);
  }, []);
  const { busy, place, onInput } = useOrder(form, { provider, methods: payment.methods }, client, {
    ...outcome,
    onFieldProblem,
  });
  /** Before another try, also one that the page itself refuses; and when the shopper pays another way. */
  const forgetProblem = () => {
    setProblem(NONE);
    for (const name of Object.keys(problems.byField)) if (isAboutPaying(name)) problems.set(name, '');
  };
  /** What the store refused of the method, or of a saved card. */
  const refusal = ({ value }: PaymentMethod) =>
    problems.byField.payment_method || problems.byField[`${tokenField(value)}-${NEW}`] || '';
  const panel = (method: PaymentMethod, payment: PaymentOptions, chosen: boolean) => (
    <PaymentPanel
      method={method}
      payment={payment}
      chosen={chosen}
      provider={provider}
      sandbox={shared.sandbox}
      client={client}
      saveValue={isBlock ? '1' : 'true'}
      problem={(problem.gateway === method.value && problem.text) || refusal(method)}
      codeProblem={problems.byField[CODE] ?? ''}
      problemPlace={problemPlace}
      decline={(chosen && problems.byField[PAYMENT]) || ''}
      onInput={onInput}
      onLook={onLook}
    />
  );
  return { busy, place, forgetProblem, panel };
}
