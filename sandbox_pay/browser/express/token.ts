import type { ConfirmationToken } from '@stripe/stripe-js';
import { call, type Parameters } from '../http.ts';
import type { FrameAnswer, TokenData } from '../messages.ts';
import type { Agreed, SheetOptions } from './messages.ts';
import { SWITCHES } from './switches.ts';
import { WALLETS } from './wallets.ts';

const UNREACHABLE = {
  type: 'api_connection_error',
  message: "The payment provider can't be reached. Please try again.",
} as const;
const EXPIRY = { exp_month: 12, exp_year: 2040 };

interface Wanted {
  options: SheetOptions;
  agreed: Agreed;
  /** The number of the chosen card; empty in a wallet that holds none. */
  card: string;
  data: TokenData;
  amount: number;
  currency: string;
}

/** Have the provider make a token of what the shopper agreed to; it remembers the amount and the currency. */
export async function createToken(wanted: Wanted): Promise<FrameAnswer> {
  if (SWITCHES.offline) return { error: { ...UNREACHABLE } };
  const { options, agreed, data } = wanted;
  const { payment_method_data: method = {}, shipping, ...rest } = data;
  const goesTo = agreed.shippingAddress ? { ...agreed.shippingAddress } : undefined;
  const answer = await call<ConfirmationToken>('', options.publishableKey, 'POST', '/v1/confirmation_tokens', {
    ...(rest as Parameters),
    shipping: (shipping ?? goesTo) as Parameters | undefined,
    payment_method_data: { ...(method as Parameters), ...methodOf(wanted) },
    express_wallet: options.wallet,
    express_amount: wanted.amount,
    express_currency: wanted.currency,
  });
  return answer.error ? { error: answer.error } : { confirmationToken: answer.value };
}

function methodOf({ options, agreed, card, data }: Wanted): Parameters {
  const type = WALLETS[options.wallet].method;
  const known = { ...data.payment_method_data?.billing_details, ...agreed.billingDetails };
  const fields = card ? { number: card, ...EXPIRY } : {};
  return { type, [type]: fields, billing_details: known as Parameters };
}
