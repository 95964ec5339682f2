import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeCheckout, makeReview } from '../../fixtures/checkout';
import { browser } from '../../lib/go';
import { box, fill, pay, show, summary, yours } from '../../testing/checkout';
import { answering, later } from '../../testing/network';
import { providerDouble } from '../../testing/provider';

const PAID = { result: 'success', redirect: '/checkout/order-received/7/?key=k' };
const CONFIRM = { result: 'success', redirect: '#wc-stripe-confirm-pi:7:pi_1_secret_2:nonce9' };

let go: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  go = vi.spyOn(browser, 'go').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

async function order(answers: Record<string, unknown>) {
  const provider = providerDouble();
  const sent = answering({ update_order_review: { result: 'success', fragments: {} }, ...answers });
  await show();
  fill();
  await userEvent.click(pay());
  return { provider, sent: sent.filter((each) => !each.url.includes('update_order_review')) };
}

test('an error appears when a field is left, not while it is typed in, and goes as soon as it is mended', async () => {
  providerDouble();
  answering({ update_order_review: { result: 'success' } });
  await show();
  await userEvent.type(box('Email address'), 'ana@');
  expect(screen.queryByText(/Enter an email address like/)).toBeNull();
  await userEvent.tab();
  expect(box('Email address')).toHaveAccessibleDescription(/Enter an email address like/);
  await userEvent.type(box('Email address'), 'example.com');
  expect(box('Email address')).not.toHaveAccessibleDescription(/Enter an email address like/);
});

test('sending an incomplete form lists what is missing, linked to the fields, and sends nothing', async () => {
  providerDouble();
  const sent = answering({});
  await show();
  await userEvent.click(pay());
  const list = summary();
  expect(sent).toEqual([]);
  expect(list).toHaveFocus();
  expect(within(list).getAllByRole('link')).toHaveLength(8);
  await userEvent.click(within(list).getByRole('link', { name: 'ZIP Code is a required field.' }));
  expect(box('ZIP Code')).toHaveFocus();
});

test('while what is missing is filled in, the focus stays in the field and the list grows shorter', async () => {
  providerDouble();
  answering({ update_order_review: { result: 'success' } });
  await show();
  await userEvent.click(pay());
  await userEvent.click(box('First name'));
  await userEvent.keyboard('Ana{Tab}Reis');
  expect(box('First name')).toHaveValue('Ana');
  expect(box('Last name')).toHaveValue('Reis');
  expect(box('Last name')).toHaveFocus();
  expect(within(summary()).getAllByRole('link')).toHaveLength(6);
});

test('the same errors are led to again when the button is pressed again', async () => {
  providerDouble();
  answering({});
  await show();
  await userEvent.click(pay());
  await userEvent.click(box('First name'));
  await userEvent.click(pay());
  expect(summary()).toHaveFocus();
});

test('errors that come with the page are led to', async () => {
  providerDouble();
  await show(makeCheckout({ errors: [{ field: 'billing_postcode', text: 'ZIP Code is a required field.' }] }));
  expect(summary()).toHaveFocus();
});

test('totals that cannot be asked for are told beside the other errors, and leave the shopper where they type', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  providerDouble();
  const answers: unknown[] = [new TypeError('no network'), { result: 'success', fragments: {} }];
  answering({ update_order_review: () => answers.shift() });
  await show();
  await act(async () => fireEvent.click(pay()));
  const texts = () => within(summary()).getAllByRole('listitem').length;
  const before = texts();
  act(() => box('Phone').focus());
  fireEvent.click(screen.getByRole('radio', { name: /^Pickup/ }));
  await act(() => vi.advanceTimersByTimeAsync(20));
  expect(summary()).toHaveTextContent('An error occurred while connecting to the server.');
  expect(summary()).toHaveAttribute('role', 'alert');
  expect(texts()).toBe(before + 1);
  expect(box('Phone')).toHaveFocus();
  fireEvent.click(screen.getByRole('radio', { name: /^Flat rate/ }));
  await act(() => vi.advanceTimersByTimeAsync(20));
  expect(texts()).toBe(before);
});

test('choosing another country changes the names of state and postcode, and the states', async () => {
  providerDouble();
  answering({ update_order_review: { result: 'success' } });
  await show();
  await userEvent.selectOptions(yours().getByRole('combobox', { name: 'Country' }), 'CA');
  const province = yours().getByRole('combobox', { name: 'Province' });
  expect(
    within(province)
      .getAllByRole('option')
      .map((each) => each.textContent),
  ).toEqual(['Select an option…', 'British Columbia', 'Ontario']);
  expect(box('Postal code')).toBeVisible();
});

test('seldom needed fields stand behind a link while they are empty', async () => {
  providerDouble();
  await show();
  expect(yours().getByText('Add company name').closest('details')).not.toHaveAttribute('open');
});

test('the card becomes a payment method, and the form goes to the store with the total that was shown', async () => {
  const { provider, sent } = await order({ checkout: PAID });
  expect(provider.createPaymentMethod).toHaveBeenCalledWith(
    expect.objectContaining({
      params: {
        billing_details: {
          name: 'Ana Reis',
          email: 'ana@example.com',
          phone: '415 555 0100',
          address: {
            line1: '12 Hill Street',
            line2: '',
            city: 'San Francisco',
            state: 'CA',
            postal_code: '94110',
            country: 'US',
          },
        },
      },
    }),
  );
  expect(Object.fromEntries(sent[0]?.fields ?? [])).toMatchObject({
    billing_first_name: 'Ana',
    payment_method: 'stripe',
    'wc-stripe-payment-method': 'pm_1',
    'wc-stripe-is-deferred-intent': '1',
    'woocommerce-process-checkout-nonce': 'token',
    csrfmiddlewaretoken: 'token',
    shown_total: '9865',
    'shipping_method[0]': 'flat_rate:1',
  });
  expect(go).toHaveBeenCalledWith(PAID.redirect);
});

test('while an order is placed the form is blocked, and a second press does nothing', async () => {
  const answer = later<unknown>();
  const { sent } = await order({ checkout: () => answer.promise });
  const form = document.querySelector('form.checkout');
  const button = screen.getByRole('button', { name: 'Placing your order…' });
  expect(form).toHaveClass('processing');
  await userEvent.click(button);
  expect(sent).toHaveLength(1);
  await act(async () => answer.settle({ result: 'failure', messages: '<ul><li>No.</li></ul>' }));
  expect(form).not.toHaveClass('processing');
});

test('a decline is told at the top with the focus on it, and everything typed stays', async () => {
  const messages = '<ul class="woocommerce-error" role="alert"><li>The card was declined.</li></ul>';
  await order({ checkout: { result: 'failure', messages, refresh: false, reload: false } });
  expect(summary()).toHaveTextContent('The card was declined.');
  await vi.waitFor(() => expect(summary()).toHaveFocus());
  expect(box('First name')).toHaveValue('Ana');
});

test('whoever listens hears of an order that failed', async () => {
  const heard = vi.fn();
  document.body.addEventListener('checkout_error', heard);
  await order({ checkout: { result: 'failure', messages: '<ul><li>The card was declined.</li></ul>' } });
  document.body.removeEventListener('checkout_error', heard);
  expect(heard).toHaveBeenCalledOnce();
  expect(heard.mock.calls[0]?.[0].detail).toEqual([{ field: '', text: 'The card was declined.' }]);
});

test('a refusal that names a field stands under that field too', async () => {
  const messages =
    '<ul><li data-id="billing_postcode"><strong>Billing ZIP Code</strong> should look like 94110.</li></ul>';
  await order({ checkout: { result: 'failure', messages } });
  expect(box('ZIP Code')).toHaveAccessibleDescription('Billing ZIP Code should look like 94110.');
  const link = screen.getByRole('link', { name: 'Billing ZIP Code should look like 94110.' });
  expect(link).toHaveAttribute('href', '#billing_postcode');
});

test('an answer out of date makes the review ask again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  providerDouble();
  const sent = answering({
    checkout: { result: 'failure', messages: '<ul><li>Your total changed.</li></ul>', refresh: true },
    update_order_review: { result: 'success', fragments: {} },
  });
  await show();
  fill();
  fireEvent.click(pay());
  await vi.waitFor(() => expect(sent.map((each) => each.url)).toContain('/?wc-ajax=checkout'));
  await act(() => vi.advanceTimersByTimeAsync(20));
  expect(sent.at(-1)?.url).toBe('/?wc-ajax=update_order_review');
});

test('a lost connection is told in the words of the specification', async () => {
  await order({ checkout: new TypeError('Failed to fetch') });
  expect(summary()).toHaveTextContent('An error occurred while connecting to the server. Please try again.');
});

test('an incomplete card is told beside the card, and nothing is sent', async () => {
  const provider = providerDouble();
  provider.submit.mockResolvedValue({ error: { type: 'validation_error', code: 'incomplete_number', message: 'x' } });
  const sent = answering({ update_order_review: { result: 'success' } });
  await show();
  fill();
  await userEvent.click(pay());
  await waitFor(() => expect(screen.getByText('The card number is incomplete.')).toHaveFocus());
  expect(sent.filter((each) => each.url.includes('checkout'))).toEqual([]);
});

test('a payment that the bank wants confirmed is confirmed, reported and followed', async () => {
  const returnUrl = `${window.location.origin}/checkout/order-received/7/?key=k`;
  const { provider, sent } = await order({
    checkout: CONFIRM,
    wc_stripe_update_order_status: { success: true, data: { return_url: returnUrl } },
  });
  expect(provider.handleNextAction).toHaveBeenCalledWith({ clientSecret: 'pi_1_secret_2' });
  expect(Object.fromEntries(sent[1]?.fields ?? [])).toEqual({
    order_id: '7',
    intent_id: 'pi_1',
    payment_method_id: '',
    _ajax_nonce: 'nonce9',
  });
  expect(go).toHaveBeenCalledWith(returnUrl);
});

test('a failed confirmation is reported to the store all the same, then told', async () => {
  const provider = providerDouble();
  provider.handleNextAction.mockResolvedValue({
    error: { type: 'invalid_request_error', code: 'payment_intent_authentication_failure' },
  });
  const sent = answering({
    update_order_review: { result: 'success' },
    checkout: CONFIRM,
    wc_stripe_update_order_status: { success: false, data: { error: { message: 'no' } } },
  });
  await show();
  fill();
  await userEvent.click(pay());
  expect(sent.at(-1)?.url).toBe('/?wc-ajax=wc_stripe_update_order_status');
  expect(summary()).toHaveTextContent(/unable to authenticate your payment method/);
  expect(go).not.toHaveBeenCalled();
});

test('an address of another site is never followed', async () => {
  await order({
    checkout: CONFIRM,
    wc_stripe_update_order_status: { success: true, data: { return_url: 'https://evil.example/' } },
  });
  expect(go).not.toHaveBeenCalled();
});

test.each(['on load', 'while the page is open'])(
  'a payment in the address is confirmed %s, and its secret removed',
  async (when) => {
    providerDouble();
    const returnUrl = `${window.location.origin}/done/`;
    const sent = answering({ wc_stripe_update_order_status: { success: true, data: { return_url: returnUrl } } });
    if (when === 'on load') window.history.replaceState(null, '', CONFIRM.redirect);
    await show();
    if (when !== 'on load') {
      window.history.replaceState(null, '', CONFIRM.redirect);
      await act(async () => void window.dispatchEvent(new HashChangeEvent('hashchange')));
    }
    await vi.waitFor(() => expect(go).toHaveBeenCalledWith(returnUrl));
    expect(sent).toHaveLength(1);
    expect(window.location.hash).toBe('');
  },
);

test('without the provider’s script the shopper is told, and no order is sent', async () => {
  const sent = answering({ update_order_review: { result: 'success' } });
  await show();
  fill();
  expect(screen.getByText(/Failed to load Card payment method/)).toBeVisible();
  await userEvent.click(pay());
  expect(sent.filter((each) => each.url === '/?wc-ajax=checkout')).toEqual([]);
});

test('totals are asked for a second after typing, once the address is complete', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  providerDouble();
  const sent = answering({ update_order_review: { result: 'success', fragments: {} } });
  await show();
  fireEvent.change(box('City'), { target: { value: 'San' } });
  await act(() => vi.advanceTimersByTimeAsync(1500));
  expect(sent).toEqual([]);
  fill();
  await act(() => vi.advanceTimersByTimeAsync(100));
  fireEvent.change(box('ZIP Code'), { target: { value: '94111' } });
  await act(() => vi.advanceTimersByTimeAsync(900));
  const before = sent.length;
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(sent).toHaveLength(before + 1);
  expect(Object.fromEntries(sent.at(-1)?.fields ?? [])).toMatchObject({
    security: 'token',
    payment_method: 'stripe',
    country: 'US',
    state: 'CA',
    postcode: '94111',
    s_postcode: '94111',
    address: '12 Hill Street',
    has_full_address: 'true',
    'shipping_method[0]': 'flat_rate:1',
  });
});

test('the newest answer wins', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  providerDouble();
  const slow = later<unknown>();
  const review = (total: string) => {
    const json = JSON.stringify(makeReview({ total })).replaceAll('"', '&quot;');
    return { result: 'success', fragments: { x: `<div data-section="OrderReview" data-props="${json}"></div>` } };
  };
  const answers = [slow.promise, review('$88.65')];
  answering({ update_order_review: () => answers.shift() });
  await show();
  for (const name of ['Pickup at the cellar Free', 'Flat rate $10.00']) {
    fireEvent.click(screen.getByRole('radio', { name }));
    await act(() => vi.advanceTimersByTimeAsync(20));
  }
  await act(async () => slow.settle(review('$11.11')));
  expect(screen.getAllByText('$88.65')).toHaveLength(3); // in the fold's head and title, and among the amounts
  expect(screen.queryByText('$11.11')).toBeNull();
});

test('with another delivery address, that is where totals are asked for', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  providerDouble();
  const sent = answering({ update_order_review: { result: 'success', fragments: {} } });
  await show();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Deliver to a different address' }));
  await act(() => vi.advanceTimersByTimeAsync(20));
  const there = within(screen.getByRole('region', { name: 'Delivery address' }));
  fireEvent.change(there.getByRole('combobox', { name: 'Country' }), { target: { value: 'CA' } });
  await act(() => vi.advanceTimersByTimeAsync(20));
  expect(sent.at(-1)?.fields.get('country')).toBe('US');
  expect(sent.at(-1)?.fields.get('s_country')).toBe('CA');
});
