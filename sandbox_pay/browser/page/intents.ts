import type { PaymentIntent, SetupIntent, StripeError } from '@stripe/stripe-js';
import { type Answer, call, type Parameters } from '../http.ts';
import { showChallenge, showPage } from './dialog.ts';
import { closeSheet } from './express/sheet.ts';
import { stepOf } from './nextAction.ts';
import { IntegrationError, SANDBOX } from './origin.ts';

/** What tells payments from setups on the wire. */
export interface Kind<I> {
  noun: string;
  prefix: string;
  path: string;
  /** The name of the intent in errors, and in what a return address is given. */
  name: 'payment_intent' | 'setup_intent';
  lastError: (intent: I) => object | null;
}

export const PAYMENTS: Kind<PaymentIntent> = {
  noun: 'PaymentIntent',
  prefix: 'pi_',
  path: '/v1/payment_intents',
  name: 'payment_intent',
  lastError: (intent) => intent.last_payment_error,
};
export const SETUPS: Kind<SetupIntent> = {
  noun: 'SetupIntent',
  prefix: 'seti_',
  path: '/v1/setup_intents',
  name: 'setup_intent',
  lastError: (intent) => intent.last_setup_error,
};

/** How often an intent is looked at that may be paid elsewhere, as on a phone. */
const POLL_MILLISECONDS = 1000;

/** What a browser may do with an intent whose client secret it knows. */
export class Intents<I extends PaymentIntent | SetupIntent> {
  constructor(
    private readonly publishableKey: string,
    readonly kind: Kind<I>,
  ) {}

  retrieve(clientSecret: string): Promise<Answer<I>> {
    return this.send('GET', clientSecret, '', {});
  }

  /** Confirm and, unless told otherwise, take the shopper through what comes next. */
  async confirm(clientSecret: string, parameters: Parameters, handleActions = true): Promise<Answer<I>> {
    const answer = await this.send('POST', clientSecret, '/confirm', { ...parameters, use_stripe_sdk: true });
    if (answer.error || answer.value.status !== 'requires_action' || !handleActions) return answer;
    return this.act(clientSecret, answer.value);
  }

  async handleNextAction(clientSecret: string): Promise<Answer<I>> {
    const answer = await this.retrieve(clientSecret);
    if (answer.error) return answer;
    const { noun } = this.kind;
    if (answer.value.status !== 'requires_action') {
      throw new IntegrationError(
        `handleNextAction: the ${noun} must be in the requires_action state, but it is ${answer.value.status}.`,
      );
    }
    return this.act(clientSecret, answer.value);
  }

  private async act(clientSecret: string, intent: I): Promise<Answer<I>> {
    const step = stepOf(intent);
    closeSheet();
    switch (step.kind) {
      case 'leave':
        location.assign(step.url);
        return new Promise(() => {});
      case 'question':
        await showChallenge(step.token);
        return this.settled(await this.retrieve(clientSecret));
      case 'page': {
        const shown = showPage(step.url, step.title);
        await (step.settles ? this.watch(clientSecret, shown.closed) : shown.closed);
        shown.close();
        return this.settled(await this.retrieve(clientSecret));
      }
      case 'wait':
        await this.watch(clientSecret, pause(step.seconds * 1000));
        return this.settled(await this.retrieve(clientSecret));
      case 'nothing':
        return { value: intent };
    }
  }

  /** Ask again and again until the intent waits no longer, or until `given` is fulfilled. */
  private async watch(clientSecret: string, given: Promise<unknown>): Promise<void> {
    let over = false;
    void given.then(() => {
      over = true;
    });
    while (!over) {
      await Promise.race([given, pause(POLL_MILLISECONDS)]);
      const answer = await this.retrieve(clientSecret);
      if (answer.value && answer.value.status !== 'requires_action') return;
    }
  }

  /** After the question: an intent that needs another method is a failure, told as Stripe.js tells it. */
  private settled(answer: Answer<I>): Answer<I> {
    if (answer.error) return answer;
    const intent = answer.value;
    const failure = this.kind.lastError(intent);
    if (intent.status !== 'requires_payment_method' || !failure) return answer;
    return { error: { ...failure, [this.kind.name]: intent } as unknown as StripeError };
  }

  private send(method: 'GET' | 'POST', clientSecret: string, step: string, parameters: Parameters): Promise<Answer<I>> {
    const [id, secret] = clientSecret.split('_secret_');
    if (!id?.startsWith(this.kind.prefix) || !secret) {
      throw new IntegrationError(`The client secret must look like ${this.kind.prefix}…_secret_….`);
    }
    const path = `${this.kind.path}/${encodeURIComponent(id)}${step}`;
    return call(SANDBOX, this.publishableKey, method, path, { ...parameters, client_secret: clientSecret });
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
