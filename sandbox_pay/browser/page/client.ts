import type { PaymentIntent, PaymentIntentResult, SetupIntent, SetupIntentResult, Stripe } from '@stripe/stripe-js';
import type { Answer } from '../http.ts';
import {
  createConfirmationToken,
  createPaymentMethod,
  type MethodOptions,
  NOT_OFFERED,
  type TokenOptions,
} from './collect.ts';
import { type CardData, type ConfirmOptions, confirm, confirmCard, confirmType, type Handling } from './confirm.ts';
import { Elements } from './elements.ts';
import type { GroupOptions } from './frameOptions.ts';
import { Intents, PAYMENTS, SETUPS } from './intents.ts';

/** The functions of Stripe.js that this sandbox offers; the compiler holds them to the published types. */
type Offered = Pick<
  Stripe,
  | 'elements'
  | 'createToken'
  | 'createPaymentMethod'
  | 'createConfirmationToken'
  | 'confirmPayment'
  | 'confirmCardPayment'
  | 'confirmSetup'
  | 'confirmCardSetup'
  | 'confirmAlipayPayment'
  | 'confirmBlikPayment'
  | 'confirmBoletoPayment'
  | 'confirmCashappPayment'
  | 'confirmCashappSetup'
  | 'confirmMultibancoPayment'
  | 'confirmOxxoPayment'
  | 'confirmWechatPayPayment'
  | 'handleNextAction'
  | 'retrievePaymentIntent'
  | 'retrieveSetupIntent'
  | 'registerAppInfo'
> & { _registerWrapper: (wrapper: object) => void };

export function createClient(publishableKey: string): Offered {
  const payments = new Intents(publishableKey, PAYMENTS);
  const setups = new Intents(publishableKey, SETUPS);
  const pay =
    (type: string) =>
    (secret: string, data: CardData = {}, options: Handling = {}): Promise<PaymentIntentResult> =>
      confirmType(payments, type, secret, data, options).then(paid);
  const client = {
    elements: (options: GroupOptions = {}) => new Elements(publishableKey, options),
    createToken: () => Promise.resolve({ error: NOT_OFFERED }),
    createPaymentMethod: (options: MethodOptions) => createPaymentMethod(publishableKey, options),
    createConfirmationToken: (options: TokenOptions) => createConfirmationToken(options),
    confirmPayment: (options: ConfirmOptions) => confirm(payments, 'confirmPayment', options).then(paid),
    confirmCardPayment: (secret: string, data: CardData = {}, { handleActions = true }: Handling = {}) =>
      confirmCard(payments, secret, data, handleActions).then(paid),
    confirmSetup: (options: ConfirmOptions) => confirm(setups, 'confirmSetup', options).then(setUp),
    confirmCardSetup: (secret: string, data: CardData = {}, { handleActions = true }: Handling = {}) =>
      confirmCard(setups, secret, data, handleActions).then(setUp),
    confirmAlipayPayment: pay('alipay'),
    confirmBlikPayment: pay('blik'),
    confirmBoletoPayment: pay('boleto'),
    confirmCashappPayment: pay('cashapp'),
    confirmMultibancoPayment: pay('multibanco'),
    confirmOxxoPayment: pay('oxxo'),
    confirmWechatPayPayment: pay('wechat_pay'),
    confirmCashappSetup: (secret: string, data: CardData = {}, options: Handling = {}) =>
      confirmType(setups, 'cashapp', secret, data, options).then(setUp),
    handleNextAction: ({ clientSecret = '' }: { clientSecret?: string }) =>
      clientSecret.startsWith(SETUPS.prefix)
        ? setups.handleNextAction(clientSecret).then(setUp)
        : payments.handleNextAction(clientSecret).then(paid),
    handleCardPayment: (secret: string) => payments.handleNextAction(secret).then(paid),
    handleCardSetup: (secret: string) => setups.handleNextAction(secret).then(setUp),
    retrievePaymentIntent: (secret: string) => payments.retrieve(secret).then(paid),
    retrieveSetupIntent: (secret: string) => setups.retrieve(secret).then(setUp),
    registerAppInfo: () => {},
    _registerWrapper: () => {},
  };
  // Stripe's types give one function several signatures, and confirmPayment answers never when it navigates.
  return client as unknown as Offered & typeof client;
}

function paid(answer: Answer<PaymentIntent>): PaymentIntentResult {
  return answer.error ? { error: answer.error } : { paymentIntent: answer.value };
}

function setUp(answer: Answer<SetupIntent>): SetupIntentResult {
  return answer.error ? { error: answer.error } : { setupIntent: answer.value };
}
