import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useAddCard } from '../../account/useAddCard';
import { makeAddCard } from '../../fixtures/customers';
import { browser } from '../../lib/go';
import { NOT_LOADED, PROVIDER_MISSING } from '../../payment/paymentErrors';
import { answering, later } from '../../testing/network';
import { providerDouble } from '../../testing/provider';
import AddPaymentMethodPage from './AddPaymentMethodPage';

const CALL = '/wp-admin/admin-ajax.php';
const ADDED = { success: true, data: { status: 'succeeded', id: 'seti_1', client_secret: 'seti_1_secret_2' } };
const ASKS = {
  success: true,
  data: { ...ADDED.data, status: 'requires_action', next_action: { type: 'use_stripe_sdk' } },
};

const CARD = { type: 'card', label: 'Card', consent: '' };

let submitted: (string | null)[];
let go: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  submitted = [];
  go = vi.spyOn(browser, 'go').mockImplementation(() => undefined);
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function submit(this: HTMLFormElement) {
    submitted.push(new FormData(this).get('wc-stripe-setup-intent') as string | null);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function show(props = makeAddCard(), provider = providerDouble()) {
  await act(async () => render(<AddPaymentMethodPage {...props} />));
  return provider;
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save card' }));
const alertTexts = () => screen.getAllByRole('alert').map((each) => each.textContent);

/** Answer the call with one thing after the other. */
function inTurn(...answers: unknown[]) {
  return answering({ [CALL]: () => answers.shift() });
}

test('the card becomes a payment method, the store keeps it, and the form ends with the setup intent', async () => {
  const sent = inTurn(ADDED);
  const provider = await show();
  await save();
  expect(provider.createPaymentMethod.mock.calls[0]?.[0].params.billing_details).toEqual({
    name: 'Ana Reis',
    email: 'ana@example.com',
  });
  expect(Object.fromEntries(sent[0]?.fields ?? [])).toEqual({
    action: 'wc_stripe_create_and_confirm_setup_intent',
    'wc-stripe-payment-method': 'pm_1',
    'wc-stripe-payment-type': 'card',
    _ajax_nonce: 'token',
  });
  expect(submitted).toEqual(['seti_1']);
  expect(screen.getByRole('button', { name: 'Saving your card…' })).toHaveAttribute('aria-disabled', 'true');
});

test('the bank’s question is answered first, and what came of it is asked of the store', async () => {
  const sent = inTurn(ASKS, ADDED);
  const provider = await show();
  await save();
  expect(provider.handleNextAction).toHaveBeenCalledWith({ clientSecret: 'seti_1_secret_2' });
  expect(sent.map(({ fields }) => fields.get('wc-stripe-payment-method'))).toEqual(['pm_1', 'pm_1']);
  expect(submitted).toEqual(['seti_1']);
});

test('a bank that asks on a page of its own is gone to', async () => {
  const url = 'https://bank.example/ask';
  inTurn({ ...ASKS, data: { ...ASKS.data, next_action: { type: 'redirect_to_url', redirect_to_url: { url } } } });
  await show();
  await save();
  expect(go).toHaveBeenCalledWith(url);
  expect(submitted).toEqual([]);
});

test('the bank’s no is told in the store’s words, and another card can be entered', async () => {
  const refused = { success: false, data: { error: { message: 'Your bank did not agree.' } } };
  const sent = inTurn(ASKS, refused, ADDED);
  const provider = await show();
  provider.handleNextAction.mockResolvedValueOnce({ error: { code: 'setup_intent_authentication_failure' } });
  await save();
  await waitFor(() => expect(screen.getByText('Your bank did not agree.')).toHaveFocus());
  expect(submitted).toEqual([]);
  await save();
  expect(sent).toHaveLength(3);
  expect(submitted).toEqual(['seti_1']);
});

test('a question that was closed without an answer says so', async () => {
  inTurn(ASKS, ASKS);
  await show();
  await save();
  expect(await screen.findByText('Your bank did not confirm that the card is yours.')).toHaveFocus();
});

test('what is wrong with the card’s own fields is told before the store hears of it', async () => {
  const sent = answering({});
  const provider = await show();
  provider.submit.mockResolvedValueOnce({ error: { type: 'validation_error', code: 'incomplete_number' } });
  await save();
  expect(alertTexts()).toContain('The card number is incomplete.');
  expect(sent).toEqual([]);
});

test('what the provider’s fields tell themselves is told there only, and the focus stays with them', async () => {
  const sent = answering({});
  const provider = await show();
  provider.submit.mockResolvedValueOnce({ error: { type: 'validation_error', code: 'incomplete_zip' } });
  await save();
  expect(screen.getByRole('button', { name: 'Save card' })).toHaveFocus(); // the frame would have it
  expect(sent).toEqual([]);
});

test('pressed before the fields stand, the button waits for them', async () => {
  inTurn(ADDED);
  const provider = await show(makeAddCard(), providerDouble({ ready: false }));
  await save();
  expect(provider.submit).not.toHaveBeenCalled();
  await act(async () => provider.emit('ready'));
  await waitFor(() => expect(submitted).toEqual(['seti_1']));
});

test('pressed twice, the card is sent once', async () => {
  const answer = later<unknown>();
  const sent = answering({ [CALL]: () => answer.promise });
  await show();
  await save();
  await userEvent.click(screen.getByRole('button', { name: 'Saving your card…' }));
  answer.settle(ADDED);
  await waitFor(() => expect(submitted).toEqual(['seti_1']));
  expect(sent).toHaveLength(1);
});

test('a store that cannot be reached leaves the form as it is', async () => {
  inTurn(new TypeError('no network'));
  await show();
  await save();
  expect(alertTexts()).toContain('An error occurred while connecting to the server. Please try again.');
  expect(screen.getByRole('button', { name: 'Save card' })).toBeEnabled();
});

test('who is logged out meanwhile is asked to log in', async () => {
  answering({ [CALL]: '0' });
  await show();
  await save();
  expect(await screen.findByText('Please log in to save a payment method.')).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Save card' })).toBeEnabled();
});

test('what nobody expected is told in general words, is not hidden, and another card can be tried', async () => {
  const { provider: settings, payer } = makeAddCard();
  const fault = new TypeError('x is not a function');
  const loaded = vi.fn().mockRejectedValue(fault);
  const { result } = renderHook(() => useAddCard({ loaded }, settings, payer, CARD));
  result.current.report('card', { createMethod: vi.fn() });
  const event = { preventDefault: vi.fn(), currentTarget: document.createElement('form') };
  await act(() => expect(result.current.submit(event as never)).rejects.toBe(fault));
  expect([result.current.busy, result.current.problem]).toEqual([false, settings.genericErrorMessage]);
  await act(() => expect(result.current.submit(event as never)).rejects.toBe(fault));
  expect(loaded).toHaveBeenCalledTimes(2);
});

test('the provider’s client is asked for by the version that the store speaks', async () => {
  const { factory } = await show();
  const { key, apiVersion } = makeAddCard().provider;
  expect(factory).toHaveBeenCalledWith(key, { locale: 'en', apiVersion });
});

test('without the provider’s script the page says so, and nothing is sent', async () => {
  vi.stubGlobal('Stripe', undefined);
  const sent = answering({});
  await act(async () => render(<AddPaymentMethodPage {...makeAddCard()} />));
  expect(alertTexts()).toContain(PROVIDER_MISSING);
  await save();
  expect(alertTexts()).toContain(NOT_LOADED);
  expect(sent).toEqual([]);
});

const BANK = { type: 'us_bank_account', label: 'US bank account', consent: 'You let us debit this account.' };
const SHARED = 'wc_stripe_';

async function chooseBank(answers: Record<string, unknown>) {
  const sent = answering(answers);
  const provider = await show(makeAddCard({ methods: [CARD, BANK] }));
  await userEvent.click(screen.getByRole('radio', { name: 'US bank account' }));
  return { sent, provider };
}

const saveMethod = () => userEvent.click(screen.getByRole('button', { name: 'Save payment method' }));
const OPENED = { success: true, data: { id: 'seti_1', client_secret: 'seti_1_secret_2' } };

test('another type is chosen, an intent is opened for it, and the provider confirms it with the consent', async () => {
  const { sent, provider } = await chooseBank({ [`${SHARED}init_setup_intent`]: OPENED });
  expect(screen.getByText('You let us debit this account.')).toBeVisible();
  await saveMethod();
  expect(Object.fromEntries(sent[0]?.fields ?? [])).toEqual({
    payment_method_type: 'us_bank_account',
    _ajax_nonce: 'token',
  });
  const [confirmed] = provider.confirmSetup.mock.calls[0] ?? [];
  expect(confirmed).toMatchObject({
    clientSecret: 'seti_1_secret_2',
    confirmParams: { payment_method: 'pm_1', mandate_data: { customer_acceptance: { type: 'online' } } },
    redirect: 'if_required',
  });
  expect(submitted).toEqual(['seti_1']);
});

test('a failure is told to the store, said beside the fields, and can be tried again', async () => {
  const refused = { success: false, data: { error: { message: 'No.' } } };
  const { sent, provider } = await chooseBank({
    [`${SHARED}init_setup_intent`]: OPENED,
    [`${SHARED}update_order_status`]: refused,
  });
  provider.confirmSetup.mockResolvedValueOnce({ error: { code: 'card_declined', type: 'card_error' } });
  await saveMethod();
  expect(await screen.findByText('The card was declined.')).toHaveFocus();
  expect(sent.map(({ fields }) => fields.get('intent_id'))).toEqual([null, 'seti_1']);
  expect(submitted).toEqual([]);
  await saveMethod();
  expect(submitted).toEqual(['seti_1']);
});

test('a code that was closed unanswered says so, and a deposit to come is good enough', async () => {
  const refused = { success: false, data: { error: { message: 'No.' } } };
  const { provider } = await chooseBank({
    [`${SHARED}init_setup_intent`]: OPENED,
    [`${SHARED}update_order_status`]: refused,
  });
  const open = (type: string) => ({ setupIntent: { id: 'seti_1', status: 'requires_action', next_action: { type } } });
  provider.confirmSetup.mockResolvedValueOnce(open('cashapp_handle_redirect_or_display_qr_code'));
  await saveMethod();
  expect(await screen.findByText(/It was not confirmed that the account is yours/)).toHaveFocus();
  provider.confirmSetup.mockResolvedValueOnce(open('verify_with_microdeposits'));
  await saveMethod();
  expect(submitted).toEqual(['seti_1']);
});

test('what the store refuses is said in its words, and nothing is confirmed', async () => {
  const { provider } = await chooseBank({
    [`${SHARED}init_setup_intent`]: { success: false, data: { error: { message: 'Please wait for 20 seconds.' } } },
  });
  await saveMethod();
  expect(await screen.findByText('Please wait for 20 seconds.')).toHaveFocus();
  expect(provider.confirmSetup).not.toHaveBeenCalled();
});

test('a type that was chosen before the page worked stays chosen, with its fields', async () => {
  providerDouble();
  const props = makeAddCard({ methods: [CARD, { type: 'us_bank_account', label: 'US bank account', consent: '' }] });
  const place = document.createElement('div');
  document.body.append(place);
  const page = <AddPaymentMethodPage {...props} />;
  place.innerHTML = renderToString(page);
  const radio = place.querySelector('[value=us_bank_account]') as HTMLInputElement;
  radio.checked = true;
  const root = await act(async () => hydrateRoot(place, page));
  expect(radio).toBeChecked();
  expect(radio.closest('label')?.nextElementSibling).toBeVisible();
  await act(async () => root.unmount());
  place.remove();
});
