import { type RefObject, useCallback } from 'react';
import type { PaymentMethod, ProviderSettings } from '../../generated/pages';
import { browser } from '../../lib/go';
import { settle } from '../../payment/confirm';
import { type Pending, putBack, readHash } from '../../payment/confirmationHash';
import type { PaymentInput } from '../../payment/fields/paymentInput';
import { formatMessage, PaymentError, UnknownIntent } from '../../payment/paymentErrors';
import { type IntentSubmission, payOpenIntent } from '../../payment/payOpenIntent';
import type { Client } from '../../payment/useProvider';
import { clearSavedFields } from '../savedFields';
import { readNonces, renewToken } from './formToken';
import { readGateway } from './useAttempt';

export interface PaymentPage {
  provider: ProviderSettings;
  methods: PaymentMethod[];
}

/** The form's values when the button was pressed, and the input of the payment method. */
export interface Submission {
  fields: URLSearchParams;
  input: PaymentInput | null;
}

/** Completes a payment that a hash names. Without a submission, the hash was in the page's address. */
export type Settle = (hash: string, submission?: Submission | null) => Promise<boolean>;

/**
 * Returns a function that completes a payment and returns whether the browser is leaving. It throws PaymentError or
 * ConnectionError.
 */
export function useSettlement(
  form: RefObject<HTMLFormElement | null>,
  { provider, methods }: PaymentPage,
  loaded: Client['loaded'],
): Settle {
  return useCallback(
    async (hash, submission = null) => {
      const pending = readHash(hash);
      if (!pending) return false;
      const stripe = await loaded(); // a saved card needs it only now
      if (!stripe) {
        putBack(hash); // the message asks to load the page again, which then goes on with the payment
        const label = findLabel(methods, pending, form.current);
        throw new PaymentError(formatMessage(provider.messages, 'load_failed', label));
      }
      if ('nonce' in pending) renewToken(form.current, pending.nonce);
      const settings = { ...provider, ...readNonces(form.current) };
      const intent = findIntentSubmission(pending, submission);
      const settled = intent ? payOpenIntent(intent, settings) : settle(stripe, pending, settings);
      const url = await (submission ? settled : settled.catch(ignoreUnknownIntent));
      if (!url) return false;
      clearSavedFields();
      browser.go(url);
      return true;
    },
    [form, provider, methods, loaded],
  );
}

/** Anybody can write an address with an unknown intent. The shopper pressed nothing, so there is no error to show. */
function ignoreUnknownIntent(error: unknown): string {
  if (error instanceof UnknownIntent) return '';
  throw error;
}

/** Return the submission by an open intent that started a payment; null when it goes on without the fields. */
function findIntentSubmission(pending: Pending, submission: Submission | null): IntentSubmission | null {
  if (pending.kind !== 'confirm' || !submission?.input || !('intentId' in submission.input)) return null;
  const { fields, input } = submission;
  return input.clientSecret === pending.clientSecret ? { fields, input, pending } : null;
}

/** Return the shop's name of the method that a payment waits in. */
function findLabel(methods: PaymentMethod[], pending: Pending, form: HTMLFormElement | null): string {
  const chosen = readGateway(form);
  const method = methods.find(({ type, value }) => ('method' in pending ? type === pending.method : value === chosen));
  return method?.label ?? 'card';
}
