import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeMethod } from '../../fixtures/payment';
import { browser } from '../../lib/go';
import { open } from '../../testing/methods';
import { block, classic, orderPay, type PayingPage, press } from '../../testing/payingPages';

beforeEach(() => {
  vi.spyOn(browser, 'go').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const WORDS = 'There was an error processing the payment: The card was declined.';
const DECLINED = {
  result: 'failure',
  messages: `<ul class="woocommerce-error"><li>${WORDS}</li></ul>`,
  fields: { payment: WORDS },
};
const ADVICE = 'Check the card’s details, or use another card.';
const panel = () => document.querySelector('[name=payment_method]')?.closest('div');

async function decline(page: PayingPage) {
  const provider = await page.open({ order: DECLINED });
  await press();
  await waitFor(() => expect(page.errorTexts()).toEqual([WORDS]));
  return provider;
}

describe.each([classic, block, orderPay])('in $name', (page) => {
  test('a declined card is told at its fields with what to do, and they have the focus', async () => {
    const { element } = await decline(page);
    expect(panel()).toHaveTextContent(`${WORDS} ${ADVICE}`);
    expect(element.focus).toHaveBeenCalledOnce();
    expect(page.place()).not.toHaveFocus();
  });

  test('it is announced once', async () => {
    await decline(page);
    expect(screen.getAllByRole('alert').filter(({ textContent }) => textContent?.includes(WORDS))).toHaveLength(1);
  });

  test('a second decline leads to the fields again', async () => {
    const { element } = await decline(page);
    await press();
    await waitFor(() => expect(element.focus).toHaveBeenCalledTimes(2));
    expect(panel()).toHaveTextContent(WORDS);
  });

  test('a refusal of the provider is told there as well', async () => {
    const provider = await page.open({ settings: { messages: { card_declined: 'The card was declined.' } } });
    page.made(provider).mockResolvedValue({ error: { type: 'card_error', code: 'card_declined' } });
    await press();
    await waitFor(() => expect(page.errorTexts()).toEqual(['The card was declined.']));
    expect(panel()).toHaveTextContent(`The card was declined. ${ADVICE}`);
    expect(provider.element.focus).toHaveBeenCalledOnce();
  });
});

test('the list at the top leads back to the card', async () => {
  const { element } = await decline(classic);
  fireEvent.click(screen.getByRole('link', { name: WORDS }));
  expect(element.focus).toHaveBeenCalledTimes(2);
});

test('who paid with a saved card is led to the cards', async () => {
  const saved = [
    { id: '7', type: 'card', label: 'Visa ending in 4242', expiry: '12/40', expired: false, chosen: true },
  ];
  await open([makeMethod('card')], { checkout: DECLINED }, { saved });
  for (const name of ['first_name', 'last_name', 'address_1', 'city', 'state', 'postcode', 'phone', 'email']) {
    const value = { state: 'CA', postcode: '94110', phone: '415 555 0100', email: 'ana@example.com' }[name] ?? 'Ana';
    fireEvent.change(document.getElementById(`billing_${name}`) as HTMLInputElement, { target: { value } });
  }
  await press();
  await waitFor(() => expect(panel()).toHaveTextContent('Choose another card, or enter a new one.'));
  expect(document.querySelector('input[value="7"]')).toHaveFocus();
});

test.each([classic, block])('a decline that the page $name is loaded again for is told there, too', async (page) => {
  await page.open({ errors: [{ field: 'payment', text: WORDS }] });
  await waitFor(() => expect(page.errorTexts()).toEqual([WORDS]));
  expect(panel()).toHaveTextContent(`${WORDS} ${ADVICE}`);
  expect(panel()).toContainElement(document.activeElement as HTMLElement);
});

test('what can be done is not said twice', async () => {
  const text = 'The payment was declined. Please try again, or choose another way to pay. Nothing was charged.';
  await classic.open({ methods: [makeMethod('klarna')], errors: [{ field: 'payment', text }] });
  await waitFor(() => expect(panel()).toHaveTextContent(text));
  expect(panel()?.textContent?.split('choose another way to pay')).toHaveLength(2);
});
