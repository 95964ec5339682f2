import { expect, test, vi } from 'vitest';
import { NOT_LOADED } from '../paymentErrors';
import { addInput, type DeferredInput, type IntentInput } from './paymentInput';

const BILLING = { name: 'Ana Reis' };
const entered = (): DeferredInput => ({
  createMethod: vi.fn().mockResolvedValue('pm_1'),
  createToken: vi.fn().mockResolvedValue('ctoken_1'),
});
const opened = (): IntentInput => ({
  ...{ type: 'acss_debit', intentId: 'pi_1', clientSecret: 'pi_1_secret_2' },
  ...{ check: vi.fn().mockResolvedValue(undefined), pay: vi.fn(), renew: vi.fn() },
});
const form = (fields: Record<string, string>) => new URLSearchParams(fields);
const named = async (...args: Parameters<typeof addInput>) => Object.fromEntries(await addInput(...args));

test('a new way to pay goes as a payment method', async () => {
  const input = entered();
  expect(await named(form({ payment_method: 'stripe_ideal' }), input, BILLING)).toEqual({
    payment_method: 'stripe_ideal',
    'wc-stripe-payment-method': 'pm_1',
    'wc-stripe-is-deferred-intent': '1',
  });
  expect(input.createMethod).toHaveBeenCalledWith(BILLING);
});

test('or as a token that pays once, where there is one', async () => {
  const fields = await named(form({ payment_method: 'stripe' }), entered(), BILLING, 'token');
  expect(fields).toEqual({
    payment_method: 'stripe',
    'wc-stripe-confirmation-token': 'ctoken_1',
    'wc-stripe-is-deferred-intent': '1',
  });
  const { createMethod } = entered();
  const blik = await named(form({ payment_method: 'stripe_blik' }), { createMethod }, BILLING, 'token');
  expect(blik).toMatchObject({ 'wc-stripe-payment-method': 'pm_1' });
});

test('an intent that was opened before is checked and named', async () => {
  const input = opened();
  expect(await named(form({ payment_method: 'stripe_acss_debit' }), input, BILLING)).toEqual({
    payment_method: 'stripe_acss_debit',
    wc_payment_intent_id: 'pi_1',
  });
  expect(input.check).toHaveBeenCalledWith(BILLING);
  expect(input.pay).not.toHaveBeenCalled();
});

test('a saved card needs nothing more', async () => {
  const input = entered();
  const fields = { payment_method: 'stripe', 'wc-stripe-payment-token': '7' };
  expect(await named(form(fields), input, BILLING)).toEqual(fields);
  expect(input.createMethod).not.toHaveBeenCalled();
});

test('what other panels hold is not sent along', async () => {
  const fields = {
    payment_method: 'stripe_sepa_debit',
    'wc-stripe-payment-token': '7',
    'wc-stripe-new-payment-method': 'true',
    'wc-stripe_sepa_debit-new-payment-method': 'true',
  };
  expect(await named(form(fields), entered(), BILLING)).toEqual({
    payment_method: 'stripe_sepa_debit',
    'wc-stripe_sepa_debit-new-payment-method': 'true',
    'wc-stripe-payment-method': 'pm_1',
    'wc-stripe-is-deferred-intent': '1',
  });
});

test('without any way to pay nothing is asked', async () => {
  expect(await named(form({ order_comments: 'x' }), null, BILLING)).toEqual({ order_comments: 'x' });
});

test('fields that are not there, or failed to load, are missing details', async () => {
  await expect(addInput(form({ payment_method: 'stripe' }), null, BILLING)).rejects.toMatchObject({
    message: NOT_LOADED,
    inCard: true,
  });
});
