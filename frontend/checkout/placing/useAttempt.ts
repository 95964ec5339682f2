import { type RefObject, useCallback, useRef, useState } from 'react';
import type { FormError, ProviderSettings } from '../../generated/pages';
import { ConnectionError } from '../../lib/http';
import { genericMessage, PaymentError } from '../../payment/paymentErrors';
import { readFields } from '../../payment/placeOrder';
import { usePageRestored } from '../../payment/usePageRestored';

interface ErrorCallbacks {
  onErrors: (errors: FormError[]) => void;
  onFieldProblem: (gateway: string, text: string) => void;
}

/** Runs one attempt to pay at a time and shows its errors. `work` returns whether the browser is leaving. */
export function useAttempt(
  form: RefObject<HTMLFormElement | null>,
  provider: Pick<ProviderSettings, 'messages' | 'genericErrorMessage'>,
  { onErrors, onFieldProblem }: ErrorCallbacks,
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
        if (error instanceof PaymentError && error.inCard) onFieldProblem(readGateway(form.current), error.message);
        else if (error instanceof PaymentError) onErrors([{ field: error.field, text: error.message }]);
        else if (error instanceof ConnectionError) onErrors([{ field: '', text: error.message }]);
        else {
          onErrors([{ field: '', text: genericMessage(provider) }]);
          throw error;
        }
      } finally {
        running.current = leaving;
        setBusy(leaving);
      }
    },
    [form, provider, onErrors, onFieldProblem],
  );

  usePageRestored(() => {
    running.current = false;
    setBusy(false);
  });
  return { busy, attempt };
}

/** The gateway that is chosen in a form; '' where nothing is to be paid. */
export function readGateway(form: HTMLFormElement | null): string {
  return (form && readFields(form).get('payment_method')) ?? '';
}
