import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makeCheckout } from '../fixtures/checkout';
import { makePayment } from '../fixtures/payment';
import type { PaymentMethod, PaymentOptions } from '../generated/pages';
import { afterPaint } from '../lib/afterPaint';
import { show } from './checkout';
import { answering, type Sent } from './network';
import { providerDouble } from './provider';

export const PAID = { result: 'success', redirect: '/checkout/order-received/7/?key=k' };

/** Open the classic checkout with these ways to pay; `sent` are the requests that are not about totals. */
export async function open(
  methods: PaymentMethod[],
  answers: Record<string, unknown> = {},
  over: Partial<PaymentOptions> = {},
  provider = providerDouble(),
) {
  const sent = answering({ update_order_review: { result: 'success', fragments: {} }, checkout: PAID, ...answers });
  await show({ ...makeCheckout(), payment: makePayment({ methods, ...over }) });
  return { provider, all: sent, sent: () => sent.filter(({ url }) => !url.includes('update_order_review')) };
}

/** Choose a way to pay, and wait until its fields are made. */
export async function choose(label: string) {
  await userEvent.click(screen.getByRole('radio', { name: label }));
  await act(() => new Promise<void>(afterPaint));
}

/** The first order among them. */
export const orderIn = (sent: Sent[]) => sent.find(({ url }) => url === '/?wc-ajax=checkout')?.fields;
