import type { BillingDetails, Stripe, StripeElements } from '@stripe/stripe-js';
import type { ProviderSettings } from '../../generated/pages';
import type { NewIntent } from '../paymentCalls';
import { formatMessage, PaymentError, translateError } from '../paymentErrors';
import type { DeferredInput, IntentInput } from './paymentInput';

/** What the fields need of the page. */
export type Words = Pick<ProviderSettings, 'messages'> & { return_url?: string };

/** What the provider's fields can do while there is no intent. */
export function createDeferredInput(
  stripe: Stripe,
  elements: StripeElements,
  { messages, return_url }: Words,
): DeferredInput {
  return {
    focus: () => elements.getElement('payment')?.focus(),
    async createMethod(billing) {
      await check(elements, messages);
      const made = await stripe.createPaymentMethod({ elements, params: { billing_details: billing } });
      if (made.error) throw translateError(made.error, messages);
      if (!made.paymentMethod) throw new PaymentError(formatMessage(messages, 'payment_failed'));
      return made.paymentMethod.id;
    },
    async createToken(billing) {
      await check(elements, messages);
      const params = { payment_method_data: { billing_details: billing }, ...(return_url ? { return_url } : {}) };
      const made = await stripe.createConfirmationToken({ elements, params });
      if (made.error) throw translateError(made.error, messages);
      if (!made.confirmationToken) throw new PaymentError(formatMessage(messages, 'payment_failed'));
      return made.confirmationToken.id;
    },
  };
}

/** What they can do for an intent that is there already. */
export function createIntentInput(
  stripe: Stripe,
  elements: StripeElements,
  { messages }: Words,
  { id, clientSecret }: NewIntent,
  type: string,
  renew: IntentInput['renew'],
): IntentInput {
  let payer: Partial<BillingDetails> | null = null;
  return {
    type,
    intentId: id,
    clientSecret,
    async check(billing) {
      await check(elements, messages);
      payer = billing;
    },
    async pay(returnUrl) {
      const { error } = await stripe.confirmPayment({
        elements,
        clientSecret,
        confirmParams: { return_url: returnUrl, payment_method_data: { billing_details: payer ?? {} } },
        redirect: 'if_required',
      });
      return error;
    },
    renew(nonce) {
      if (payer) renew(nonce); // while the fields are not complete, nothing is sent
    },
  };
}

/** What a type without fields can do: it is named, and that is all. */
export function createNamedInput(stripe: Stripe, type: string, { messages }: Words): DeferredInput {
  return {
    async createMethod(billing) {
      // Its SDK's type lists each type with its own data; those without any take none.
      const made = await stripe.createPaymentMethod({
        type: type as 'blik',
        billing_details: billing,
        ...ownData(type),
      });
      if (made.error) throw translateError(made.error, messages);
      if (!made.paymentMethod) throw new PaymentError(formatMessage(messages, 'payment_failed'));
      return made.paymentMethod.id;
    },
  };
}

function ownData(type: string): object {
  return type === 'blik' ? { blik: {} } : {};
}

async function check(elements: StripeElements, messages: Words['messages']): Promise<void> {
  const { error } = await elements.submit();
  if (error) throw translateError(error, messages);
}
