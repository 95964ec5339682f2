import type { Stripe } from '@stripe/stripe-js';
import { vi } from 'vitest';

/** Stand in for the provider's script in the page: its functions, and fields that are never shown. */
export function providerDouble() {
  const submit = vi.fn().mockResolvedValue({ selectedPaymentMethod: 'card' });
  const element = { mount: vi.fn(), destroy: vi.fn(), update: vi.fn(), on: vi.fn(), off: vi.fn() };
  const elements = { submit, create: () => element, getElement: () => element, update: vi.fn() };
  const createPaymentMethod = vi.fn().mockResolvedValue({ paymentMethod: { id: 'pm_1' } });
  const handleNextAction = vi.fn().mockResolvedValue({ paymentIntent: { id: 'pi_1', status: 'succeeded' } });
  const stripe = {
    elements: () => elements,
    createToken: vi.fn(),
    createPaymentMethod,
    confirmCardPayment: vi.fn(),
    handleNextAction,
  } as unknown as Stripe;
  vi.stubGlobal(
    'Stripe',
    Object.assign(() => stripe, { version: 'endive' }),
  );
  return { submit, createPaymentMethod, handleNextAction, element, group: elements };
}
