import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { genericErrorMessage, messages } from '../../fixtures/catalogue.json';
import { makeMethod } from '../../fixtures/payment';
import { browser } from '../../lib/go';
import { block, classic, listening, orderPay, type Provider, press } from '../../testing/payingPages';

/**
 * Every row of the error catalogue where the pages show it. That the rows are all there,
 * and worded as given, is seen by vintner/payments/tests/attempts/test_error_catalogue.py.
 */

/** What the provider's script says of a card that was declined or refused, or of what the shopper typed elsewhere. */
const CODES = [
  ...(['invalid_number', 'invalid_expiry_month', 'invalid_expiry_year', 'invalid_cvc', 'incorrect_number'] as const),
  ...(['expired_card', 'incorrect_cvc', 'incorrect_zip', 'card_declined', 'missing', 'processing_error'] as const),
  ...(['email_invalid', 'postal_code_invalid', 'amount_too_large', 'amount_too_small', 'insufficient_funds'] as const),
  ...(['payment_intent_authentication_failure', 'country_code_invalid', 'tax_id_invalid'] as const),
];
/** What may come of a bank's question. */
const AT_THE_BANK = [
  ...(['payment_intent_authentication_failure', 'card_declined', 'expired_card'] as const),
  ...(['incorrect_cvc', 'processing_error', 'insufficient_funds'] as const),
];
/** What it says of its own fields, before anything is sent. */
const FIELDS = [
  ...(['incomplete_number', 'incomplete_cvc', 'incomplete_expiry', 'invalid_expiry_year_past'] as const),
  ...(['invalid_number', 'invalid_expiry_month', 'invalid_expiry_year'] as const),
];
const TYPES = [
  ...(['invalid_request_error', 'api_connection_error', 'api_error'] as const),
  ...(['authentication_error', 'rate_limit_error'] as const),
];
const PARAMETERS = [
  'parameter_invalid_empty',
  'parameter_missing',
  'parameter_string_empty',
  'parameter_string_blank',
] as const;
const HOME = encodeURIComponent(`${window.location.origin}/checkout/order-received/7/`);
const leadingTo = (redirect: string) => ({ order: { result: 'success', redirect } });
const QUESTION = leadingTo('#wc-stripe-confirm-pi:7:pi_1_secret_2:n9');
const NOT_OURS = { calls: { wc_stripe_update_order_status: { success: false } } };

beforeEach(() => {
  vi.spyOn(browser, 'go').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test('all rows of the cards are here', () => {
  const others =
    /^(invalid_wallet_type|validation_error|setup_|saved_|prepaid_|payment_method_|payment_intent_payment)/;
  const pages = /^(invalid_sofort_country|timeout|abort|connection|payment_failed|load_failed|voucher_failed|unknown)$/;
  const fields = /^(not_initialized|missing_details|code_invalid|required_field|cash_app_notice|not_finished)$/;
  const rows = Object.keys(messages).filter((code) => ![others, pages, fields].some((known) => known.test(code)));
  expect(new Set([...CODES, ...FIELDS, ...TYPES])).toEqual(new Set(rows));
});

describe.each([classic, block, orderPay])('in $name', (page) => {
  /**
   * Without a `provider` the message has the focus, with one the provider's fields, as it is about what stands in them.
   */
  const tells = async (text: string, provider?: Provider) => {
    await vi.waitFor(() => expect(page.errorTexts()).toEqual([text]));
    if (provider) await vi.waitFor(() => expect(provider.element.focus).toHaveBeenCalled());
    else await vi.waitFor(() => expect(page.place()).toHaveFocus());
    const [dismiss] = screen.getAllByRole('button', { name: /^Dismiss th/ });
    fireEvent.click(dismiss as HTMLElement);
    expect(page.errorTexts()).toEqual([]);
  };

  // One page for all rows: a shopper may try card after card, and to draw a checkout takes longer than a press.
  test('what is said of a card is told where payments are, and can be dismissed', async () => {
    const provider = await page.open();
    for (const code of CODES) {
      const heard = listening();
      page.made(provider).mockResolvedValue({ error: { type: 'card_error', code, message: 'in other words' } });
      provider.element.focus.mockClear();
      await press();
      await tells(messages[code], provider);
      expect(heard).toEqual(page.fires ? [[{ field: 'payment', text: messages[code] }]] : []);
    }
  });

  test.each(AT_THE_BANK)('%s is told the same after a question of the bank’s', async (code) => {
    const provider = await page.open({ ...QUESTION, ...NOT_OURS });
    provider.handleNextAction.mockResolvedValue({ error: { type: 'card_error', code, message: 'in other words' } });
    await press();
    await tells(messages[code], provider);
  });

  test('a fault of the provider’s is told as one', async () => {
    const provider = await page.open();
    for (const type of TYPES) {
      page.made(provider).mockResolvedValue({ error: { type, message: 'in other words' } });
      provider.element.focus.mockClear();
      await press();
      await tells('Unable to process this payment, please try again or use alternative method.', provider);
    }
  });

  test('what is said of the provider’s fields is told below them', async () => {
    const provider = await page.open();
    for (const code of FIELDS) {
      provider.submit.mockResolvedValue({ error: { type: 'validation_error', code, message: 'in other words' } });
      await press();
      await vi.waitFor(() => expect(screen.getByText(messages[code])).toHaveFocus());
      expect([page.errorTexts(), page.made(provider).mock.calls]).toEqual([[], []]);
    }
  });

  test('of what the fields say by themselves nothing is repeated', async () => {
    const provider = await page.open();
    provider.submit.mockResolvedValue({
      error: { type: 'validation_error', code: 'incomplete_iban', message: 'IBAN?' },
    });
    await press();
    expect([page.errorTexts(), screen.queryByText('IBAN?')]).toEqual([[], null]);
    expect(screen.getByRole('button', { name: /^Pay / })).toBeEnabled();
  });

  test.each(PARAMETERS)('%s names the field of the form', async (code) => {
    const provider = await page.open();
    const error = { type: 'invalid_request_error', code, param: 'billing_email' };
    page.made(provider).mockResolvedValue({ error });
    await press();
    expect(await screen.findByRole('link', { name: 'Billing Email is a required field.' })).toBeVisible();
    const field = document.getElementById('billing_email');
    // An order's page has the address along, but no fields of it.
    if (page !== orderPay) expect(field).toHaveAccessibleDescription(/Billing Email is a required field\./);
  });

  test.each([
    ['TimeoutError', 'A timeout occurred while connecting to the server. Please try again.'],
    ['AbortError', 'The connection to the server was aborted. Please try again.'],
    ['TypeError', 'An error occurred while connecting to the server. Please try again.'],
  ])('a request that ends with %s is told', async (name, text) => {
    await page.open({ order: Object.assign(new Error('in other words'), { name }) });
    await press();
    await tells(text);
  });

  test('a provider that says neither yes nor no has failed', async () => {
    const provider = await page.open();
    page.made(provider).mockResolvedValue({});
    await press();
    await tells('Payment failed. Please try again.');
  });

  test('an error that says nothing is unknown', async () => {
    const provider = await page.open();
    page.made(provider).mockResolvedValue({ error: { type: 'card_error' } });
    await press();
    await tells('An unknown error occurred.', provider);
  });

  test('fields that do not load are told by the method’s name, and details are asked for', async () => {
    const provider = await page.open({ methods: [makeMethod('ideal')] });
    await act(async () => provider.emit('loaderror', { error: {} }));
    expect(
      screen.getByText('Failed to load iDEAL payment method. Please refresh the page and try again.'),
    ).toBeVisible();
    await press();
    const text = 'Invalid or missing payment details. Please ensure the provided payment method is correctly entered.';
    await vi.waitFor(() => expect(screen.getByText(text)).toHaveFocus());
    expect(page.made(provider)).not.toHaveBeenCalled();
  });

  test('without a key there is nothing to begin with', async () => {
    await page.open({ settings: { key: '' }, scriptless: true });
    expect(await screen.findByText('initialization data is not available')).toBeVisible();
  });

  test('a bank’s code has six digits', async () => {
    await page.open({ methods: [makeMethod('blik')] });
    await press();
    const field = screen.getByRole('textbox', { name: 'BLIK code' });
    expect(field).toHaveAccessibleDescription(/BLIK Code is invalid/);
    expect(field).toHaveFocus();
  });

  test('a voucher that nobody can show is told', async () => {
    await page.open(leadingTo(`#wc-stripe-voucher-7:konbini:pi_1_secret_2:${HOME}`));
    await press();
    await tells('There was a problem processing the payment. Please refresh the page to try again.');
  });

  test('a wallet that nobody knows is told', async () => {
    await page.open(leadingTo(`#wc-stripe-wallet-7:paypal:payment_intent:pi_1_secret_2:${HOME}:n9`));
    await press();
    await tells(messages.invalid_wallet_type);
  });

  test('the wallet’s notice is a warning: it stands with a large sum, and keeps nobody from ordering', async () => {
    const provider = await page.open({ methods: [makeMethod('cashapp')], amount: 200_001 });
    expect(
      screen.getByText(
        'Please note that, depending on your account and transaction history, Cash App Pay may reject your transaction due to its amount.',
      ),
    ).toBeVisible();
    await press();
    expect(page.made(provider)).toHaveBeenCalledOnce();
  });

  test('a voucher that ends in an error nobody expected is told in general words', async () => {
    const provider = await page.open(leadingTo(`#wc-stripe-voucher-7:boleto:pi_1_secret_2:${HOME}`));
    provider.confirmBoletoPayment.mockRejectedValue(new Error('in other words'));
    await press();
    await tells(genericErrorMessage);
  });

  test('a payment that the store knows nothing of is told in general words', async () => {
    await page.open({ ...QUESTION, ...NOT_OURS });
    await press();
    await tells(genericErrorMessage);
  });

  test('the store’s own words are shown as they are', async () => {
    const text = `There was an error processing the payment: ${messages.card_declined}`;
    await page.open({ order: { result: 'failure', messages: `<ul><li>${text}</li></ul>` } });
    await press();
    await tells(text);
  });

  test('a refusal without any words is told in general ones', async () => {
    await page.open({ order: { result: 'failure' } });
    await press();
    await tells(genericErrorMessage);
  });
});
