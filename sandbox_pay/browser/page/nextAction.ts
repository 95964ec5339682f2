import type { PaymentIntent, SetupIntent } from '@stripe/stripe-js';

/** What comes next for the shopper, as this script can offer it. */
export type Step =
  | { kind: 'leave'; url: string }
  | { kind: 'question'; token: string }
  /** A page of the provider over the store's; with `settles` the payment may end while it is open. */
  | { kind: 'page'; url: string; title: string; settles: boolean }
  | { kind: 'wait'; seconds: number }
  | { kind: 'nothing' };

/** How long a shopper may take to approve a BLIK payment, and a little for the answer to arrive. */
const BLIK_SECONDS = 65;

type Shape = Record<string, { [name: string]: unknown } | undefined>;

/** Return the step that an intent's `next_action` asks for. A bank account is verified later: nothing happens now. */
export function stepOf(intent: PaymentIntent | SetupIntent): Step {
  const action = (intent.next_action ?? {}) as unknown as Shape & { type?: string };
  const inside = action[action.type ?? ''] ?? {};
  switch (action.type) {
    case 'redirect_to_url':
    case 'alipay_handle_redirect':
      return { kind: 'leave', url: String(inside.url) };
    case 'use_stripe_sdk':
      return { kind: 'question', token: String(inside.source) };
    case 'boleto_display_details':
    case 'oxxo_display_details':
    case 'multibanco_display_details':
      return { kind: 'page', url: String(inside.hosted_voucher_url), title: 'Your voucher', settles: false };
    case 'wechat_pay_display_qr_code':
    case 'cashapp_handle_redirect_or_display_qr_code':
      return {
        kind: 'page',
        url: String(inside.hosted_instructions_url),
        title: 'Scan with your phone',
        settles: true,
      };
    case 'blik_authorize':
      return { kind: 'wait', seconds: BLIK_SECONDS };
    default:
      return { kind: 'nothing' };
  }
}
