import type { OrderReview, PaymentOptions } from '../../generated/pages';
import { sendJson } from '../../lib/http';
import { SECTIONS, setSection } from '../../lib/sections';

const ROOT = '/wp-json/wc/store/v1';

/** The part of the Store API's cart that our own checkout displays (docs/store-api.md). */
export interface StoreCart {
  items: unknown[];
  extensions: { vintner: { checkout: { review: OrderReview; payment: PaymentOptions } | null } };
}

/** The part of an order's draft that we read: the cart, if the request wants it. */
export interface StoreDraft {
  __experimentalCart: StoreCart;
}

/** The Store API's error. */
export interface StoreProblem {
  code: string;
  message: string;
  data: {
    status: number;
    /** Parameter → what is wrong with it. */
    details?: Record<string, { code: string; message: string }>;
    /** Field of the classic checkout → what is wrong with it. */
    fields?: Record<string, string>;
    /** The cart as it is now. */
    cart?: StoreCart;
    /** Whether the page is out of date. */
    reload?: boolean;
  };
}

/** The store refused. The message is for the shopper. */
export class StoreRefusal extends Error {
  readonly problem: StoreProblem;

  constructor(problem: StoreProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Send a request with the token of the page's forms; also returns the token to use from now on. Throws as below. */
export async function requestStore<Answer>(
  method: string,
  path: string,
  token: string,
  body: object,
): Promise<{ answer: Answer; nonce: string }> {
  const { status, answer, headers } = await sendJson<Answer | StoreProblem>(method, ROOT + path, body, {
    Accept: SECTIONS,
    Nonce: token,
  });
  if (status >= 400) throw new StoreRefusal(answer as StoreProblem);
  return { answer: answer as Answer, nonce: headers.get('Nonce') ?? '' };
}

/** The same for whom the answer is enough. Throws StoreRefusal or ConnectionError. */
export async function callStore<Answer>(method: string, path: string, token: string, body: object): Promise<Answer> {
  return (await requestStore<Answer>(method, path, token, body)).answer;
}

/** Show a cart in the checkout's sections. */
export function showCart({ extensions }: StoreCart): void {
  const { checkout } = extensions.vintner;
  if (!checkout) return;
  setSection('OrderReview', checkout.review);
  setSection('PaymentOptions', checkout.payment);
}
