import type { PaymentIntent, PaymentIntentResult, StripeError } from '@stripe/stripe-js';
import { type Answer, call, type Parameters } from '../http.ts';
import { showChallenge } from './dialog.ts';
import { IntegrationError, SANDBOX } from './origin.ts';

/** What a browser may do with an intent whose client secret it knows. */
export class Intents {
  constructor(private readonly publishableKey: string) {}

  async retrieve(clientSecret: string): Promise<PaymentIntentResult> {
    return result(await this.send('GET', clientSecret, '', {}));
  }

  /** Confirm and, unless told otherwise, take the shopper through what comes next. */
  async confirm(clientSecret: string, parameters: Parameters, handleActions = true): Promise<PaymentIntentResult> {
    const answer = await this.send('POST', clientSecret, '/confirm', { ...parameters, use_stripe_sdk: true });
    if (answer.error || answer.value.status !== 'requires_action' || !handleActions) return result(answer);
    return this.act(clientSecret, answer.value);
  }

  async handleNextAction(clientSecret: string): Promise<PaymentIntentResult> {
    const answer = await this.send('GET', clientSecret, '', {});
    if (answer.error) return { error: answer.error };
    if (answer.value.status !== 'requires_action') {
      throw new IntegrationError(
        `handleNextAction: the PaymentIntent must be in the requires_action state, but it is ${answer.value.status}.`,
      );
    }
    return this.act(clientSecret, answer.value);
  }

  private async act(clientSecret: string, intent: PaymentIntent): Promise<PaymentIntentResult> {
    const action = intent.next_action;
    if (action?.redirect_to_url?.url) {
      location.assign(action.redirect_to_url.url);
      return new Promise(() => {});
    }
    const opaque = action?.use_stripe_sdk as { source?: string } | undefined;
    if (opaque?.source === undefined) return { paymentIntent: intent };
    await showChallenge(opaque.source);
    return settled(await this.send('GET', clientSecret, '', {}));
  }

  private send(
    method: 'GET' | 'POST',
    clientSecret: string,
    step: string,
    parameters: Parameters,
  ): Promise<Answer<PaymentIntent>> {
    const [id, secret] = clientSecret.split('_secret_');
    if (!id?.startsWith('pi_') || !secret) {
      throw new IntegrationError('The client secret must look like pi_…_secret_….');
    }
    const path = `/v1/payment_intents/${encodeURIComponent(id)}${step}`;
    return call(SANDBOX, this.publishableKey, method, path, { ...parameters, client_secret: clientSecret });
  }
}

function result(answer: Answer<PaymentIntent>): PaymentIntentResult {
  return answer.error ? { error: answer.error } : { paymentIntent: answer.value };
}

/** After the question: an intent that needs another card is a failure, told as Stripe.js tells it. */
function settled(answer: Answer<PaymentIntent>): PaymentIntentResult {
  if (answer.error) return { error: answer.error };
  const intent = answer.value;
  if (intent.status !== 'requires_payment_method' || !intent.last_payment_error) return { paymentIntent: intent };
  const error = { ...intent.last_payment_error, payment_intent: intent } as StripeError;
  return { error };
}
