import type { Stripe } from '@stripe/stripe-js';
import { vi } from 'vitest';

interface Manner {
  /** Whether its fields are ready at once; otherwise the test emits the event. */
  ready?: boolean;
}

/** Stand in for the provider's script in the page: its functions, and fields that are never shown. */
export function providerDouble({ ready = true }: Manner = {}) {
  const submit = vi.fn().mockResolvedValue({ selectedPaymentMethod: 'card' });
  const heard = new Map<string, (event: object) => void>();
  const element = {
    ...{ mount: vi.fn(), destroy: vi.fn(), update: vi.fn(), off: vi.fn(), focus: vi.fn() },
    on: vi.fn((event: string, handler: (event: object) => void) => {
      heard.set(event, handler);
      if (event === 'ready' && ready) queueMicrotask(() => handler({}));
    }),
  };
  const group = { submit, create: vi.fn(() => element), getElement: () => element, update: vi.fn() };
  const paid = { paymentIntent: { id: 'pi_1', status: 'succeeded', last_payment_error: null } };
  const challenged = { paymentIntent: { id: 'pi_1', status: 'requires_action', last_payment_error: null } };
  const calls = {
    elements: vi.fn((_options: object) => group),
    createPaymentMethod: vi.fn().mockResolvedValue({ paymentMethod: { id: 'pm_1' } }),
    createConfirmationToken: vi.fn().mockResolvedValue({ confirmationToken: { id: 'ctoken_1' } }),
    handleNextAction: vi.fn().mockResolvedValue(paid),
    confirmPayment: vi.fn().mockResolvedValue(paid),
    confirmSetup: vi.fn().mockResolvedValue({ setupIntent: { id: 'seti_1', status: 'succeeded' } }),
    confirmBoletoPayment: vi.fn().mockResolvedValue(challenged),
    confirmMultibancoPayment: vi.fn().mockResolvedValue(challenged),
    confirmOxxoPayment: vi.fn().mockResolvedValue(challenged),
    confirmWechatPayPayment: vi.fn().mockResolvedValue(paid),
    confirmCashappPayment: vi.fn().mockResolvedValue(paid),
    confirmCashappSetup: vi.fn().mockResolvedValue({ setupIntent: { id: 'seti_1', status: 'succeeded' } }),
  };
  const stripe = { ...calls, createToken: vi.fn(), confirmCardPayment: vi.fn() } as unknown as Stripe;
  const factory = vi.fn((_key: string, _options: object) => stripe);
  vi.stubGlobal('Stripe', Object.assign(factory, { version: 'endive' }));
  /** Emit an event of the fields, as their frame would. */
  const emit = (event: string, detail: object = {}) => heard.get(event)?.(detail);
  return { ...calls, factory, stripe, submit, element, group, emit };
}
