import type { RefObject } from 'react';
import type { FormError } from '../../generated/pages';
import { browser } from '../../lib/go';
import { readHash, takeHash } from '../../payment/confirmationHash';
import { readNewGateway } from '../../payment/fields/paymentInput';
import { usePaymentInputs } from '../../payment/fields/usePaymentInputs';
import { genericMessage } from '../../payment/paymentErrors';
import { type OrderAnswer, placeOrder, readFields, type Send } from '../../payment/placeOrder';
import type { Client } from '../../payment/useProvider';
import { clearSavedFields, keepConsents } from '../savedFields';
import { readToken, renewToken } from './formToken';
import { readOrderErrors, spendsIntent } from './orderErrors';
import { useAttempt } from './useAttempt';
import { useHashPayment } from './useHashPayment';
import { type PaymentPage, type Submission, useSettlement } from './useSettlement';

export interface OrderOptions {
  onErrors: (errors: FormError[]) => void;
  /** Called with what is wrong with a gateway's own fields; with '' when the fields show it themselves. */
  onFieldProblem: (gateway: string, text: string) => void;
  /** The order review on the page is out of date. */
  onStale: () => void;
  /** How the order is sent: by the classic checkout's call unless another one is given. */
  send?: Send;
  /** The order that the page is about, where there is one: the page confirms payments of no other order. */
  orderId?: number;
}

/** Places the order once, and completes its payment until the browser leaves or something has to be corrected. */
export function useOrder(
  form: RefObject<HTMLFormElement | null>,
  page: PaymentPage,
  { loaded }: Pick<Client, 'loaded'>,
  { onErrors, onFieldProblem, onStale, send = placeOrder, orderId }: OrderOptions,
) {
  const { provider } = page;
  const { busy, attempt } = useAttempt(form, provider, { onErrors, onFieldProblem });
  const inputs = usePaymentInputs();
  const settle = useSettlement(form, page, loaded);
  useHashPayment(settle, { busy, attempt }, orderId);

  /** Act on the store's answer; says whether the browser is leaving. */
  const handle = async (answer: OrderAnswer, submission: Submission): Promise<boolean> => {
    renewToken(form.current, answer.nonce ?? '');
    if (answer.result === 'success' && readHash(answer.redirect ?? ''))
      return settle(answer.redirect ?? '', submission);
    if (answer.result === 'success' && answer.redirect) {
      clearSavedFields();
      browser.go(answer.redirect);
      return true;
    }
    if (answer.reload) {
      if (form.current) keepConsents(form.current);
      browser.reload();
      return true;
    }
    const errors = readOrderErrors(answer);
    onErrors(errors.length > 0 ? errors : [{ field: '', text: genericMessage(provider) }]);
    if (answer.refresh) onStale();
    return false;
  };

  const place = (sent: HTMLFormElement) =>
    attempt(async () => {
      takeHash(); // a payment that was put back for a reload of the page is given up by a press
      const fields = readFields(sent); // once: later changes were not agreed to
      const gateway = readNewGateway(fields);
      const input = gateway === null ? null : await inputs.waitFor(gateway);
      let spent = true;
      try {
        const answer = await send(new URLSearchParams(fields), input, sent);
        spent = spendsIntent(answer);
        const leaving = await handle(answer, { fields, input });
        spent &&= !leaving;
        return leaving;
      } finally {
        if (spent && input && 'intentId' in input) input.renew(readToken(sent));
      }
    });
  return { busy, place, onInput: inputs.report };
}
