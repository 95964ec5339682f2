import { act, fireEvent, render, screen } from '@testing-library/react';
import { vi } from 'vitest';
import { makeBlockCheckout } from '../fixtures/blockCheckout';
import { makeCheckout } from '../fixtures/checkout';
import { makeOrderPay } from '../fixtures/orders';
import { makeMethod, makePayment } from '../fixtures/payment';
import type { FormError, PaymentMethod, ProviderSettings } from '../generated/pages';
import BlockCheckoutPage from '../pages/checkout/BlockCheckoutPage';
import OrderPayPage from '../pages/checkout/OrderPayPage';
import { fill, show } from './checkout';
import { providerDouble } from './provider';

export type Provider = ReturnType<typeof providerDouble>;

/** What is out of the ordinary. An `Error` among the answers is a request that fails with it. */
export interface Case {
  methods?: PaymentMethod[];
  settings?: Partial<ProviderSettings>;
  amount?: number;
  /** The provider's script is not there. */
  scriptless?: boolean;
  /** What the page is loaded with. */
  errors?: FormError[];
  /** The store's answer to the order: the classic call's, which the other page is given in its own shape. */
  order?: { result: string; redirect?: string; messages?: string; fields?: Record<string, string> } | Error;
  /** Call name → answer. */
  calls?: Record<string, unknown>;
}

/** A page on which money is paid, with everything but the payment filled in. */
export interface PayingPage {
  name: string;
  open: (options?: Case) => Promise<Provider>;
  /** The messages that this page displays of payments that failed. */
  errorTexts: () => string[];
  /** The element of that place, which is brought into view. */
  place: () => Element | null;
  /** Whether the page fires `checkout_error`. */
  fires: boolean;
  /** The function of the provider's script that this page calls. */
  made: (provider: Provider) => Provider['createPaymentMethod'];
}

const STORE = '/wp-json/wc/store/v1';
const textsOf = (selector: string) => [...document.querySelectorAll(selector)].map((each) => each.textContent ?? '');

export const classic: PayingPage = {
  name: 'the classic checkout',
  fires: true,
  async open(options = {}) {
    const { provider, page } = surroundings(options, makeCheckout({ errors: options.errors ?? [] }));
    await show(page);
    fill();
    return provider;
  },
  errorTexts: () => textsOf('ul.woocommerce-error li'),
  place: () => document.querySelector('ul.woocommerce-error')?.parentElement ?? null,
  made: (provider) => provider.createPaymentMethod,
};

export const block: PayingPage = {
  name: 'the checkout in blocks',
  fires: false,
  async open(options = {}) {
    const { provider, page } = surroundings(options, makeBlockCheckout({ errors: options.errors ?? [] }));
    await act(async () => render(<BlockCheckoutPage {...page} />));
    for (const [name, value] of Object.entries(ANA)) {
      fireEvent.change(document.getElementById(name) as HTMLInputElement, { target: { value } });
    }
    return provider;
  },
  errorTexts: () => textsOf('[data-payment-notices] [role=alert] > span:first-child'),
  place: () => document.querySelector('[data-payment-notices]'),
  made: (provider) => provider.createConfirmationToken,
};

const ANA = {
  billing_email: 'ana@example.com',
  shipping_first_name: 'Ana',
  shipping_last_name: 'Reis',
  shipping_address_1: '12 Hill Street',
  shipping_city: 'San Francisco',
  shipping_state: 'CA',
  shipping_postcode: '94110',
};

export const orderPay: PayingPage = {
  name: 'an order’s own page',
  fires: false,
  async open(options = {}) {
    const { provider, page } = surroundings(options, makeOrderPay({ consents: [] }));
    await act(async () => render(<OrderPayPage {...page} />));
    return provider;
  },
  errorTexts: classic.errorTexts,
  place: classic.place,
  made: classic.made,
};

export const press = () => act(async () => fireEvent.click(screen.getByRole('button', { name: /^Pay / })));

/** Collect the errors of `checkout_error` events. */
export function listening(): FormError[][] {
  const heard: FormError[][] = [];
  const hear = (event: Event) => heard.push((event as CustomEvent<FormError[]>).detail);
  document.body.addEventListener('checkout_error', hear, { once: true });
  return heard;
}

function surroundings<Page extends { provider: ProviderSettings }>(
  { methods = [makeMethod('card')], settings = {}, amount = 9865, scriptless = false, order, calls = {} }: Case,
  page: Page,
) {
  const provider = providerDouble();
  if (scriptless) vi.stubGlobal('Stripe', undefined);
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === '/?wc-ajax=checkout' || url.includes('/order-pay/')) return answer(order);
    if (url === `${STORE}/checkout`) return inBlocks(order);
    if (url.startsWith(STORE)) return answer({ items: [{}], extensions: { vintner: { checkout: null } } });
    return answer(calls[url.replace('/?wc-ajax=', '')] ?? { result: 'success', fragments: {} });
  });
  const payment = makePayment({ methods, amount });
  return { provider, page: { ...page, payment, provider: { ...page.provider, ...settings } } };
}

function answer(body: unknown, status = 200): Response {
  if (body instanceof Error) throw body;
  return new Response(JSON.stringify(body ?? { result: 'failure' }), { status, headers: { Nonce: 'n10' } });
}

/** The same answer as the Store API gives it. */
function inBlocks(order: Case['order']): Response {
  if (!order || order instanceof Error || order.result === 'success') {
    const redirect = order && 'redirect' in order ? order.redirect : undefined;
    const details = redirect ? [{ key: 'redirect', value: redirect }] : [];
    const body = { payment_result: { redirect_url: '', payment_details: details } };
    return answer(order instanceof Error ? order : body);
  }
  const message = order.messages?.replace(/<[^>]+>/g, '') ?? '';
  const field = /data-id="([^"]+)"/.exec(order.messages ?? '')?.[1];
  const fields = order.fields ?? (field ? { [field]: message } : undefined);
  const data = fields ? { status: 400, fields } : { status: 400 };
  return answer({ code: 'x', message, data }, 400);
}
