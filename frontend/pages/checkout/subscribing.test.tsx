import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeBlockCheckout } from '../../fixtures/blockCheckout';
import { makeCheckout, makeReview } from '../../fixtures/checkout';
import { makeMethod, makePayment } from '../../fixtures/payment';
import { browser } from '../../lib/go';
import { setSection } from '../../lib/sections';
import { fill, show, yours } from '../../testing/checkout';
import { answering } from '../../testing/network';
import { providerDouble } from '../../testing/provider';
import BlockCheckoutPage from './BlockCheckoutPage';

const TERMS = 'A box every month.';
const CHARGES =
  'I agree that Vintner charges my payment method $60.00 plus delivery and tax every month, until I cancel.';
const MISSING = 'Please agree to the later charges of your subscription, then place the order.';
const CONSENT = {
  ...{ name: 'subscription_charges', shown: '', label: CHARGES, missing: MISSING },
  ...{ title: '', paragraphs: [], ticked: false, error: '' },
};
const LATER = 'Then $75.08 every month, first on December 26, 2026.';
const WHY = 'A subscription needs an account.';

function makeSubscription(amount = 9865) {
  const checkout = makeCheckout();
  if (!checkout.account) throw new Error('a guest has the offer of an account');
  return makeCheckout({
    account: { ...checkout.account, wanted: true, needed: WHY },
    review: makeReview({ charges_label: CHARGES }),
    consents: [CONSENT],
    payment: makePayment({
      amount,
      keeps: true,
      methods: [makeMethod('card'), makeMethod('ideal', { renewal_note: 'Later boxes are paid by hand.' })],
      agreements: [{ wine: 'Three Reds', sentences: [TERMS] }],
      agreed: 'a1b2',
    }),
  });
}

beforeEach(() => {
  vi.spyOn(browser, 'go').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test('the account is asked for at once, and cannot be unticked', async () => {
  sessionStorage.setItem('vintner.checkout', JSON.stringify({ createaccount: '' }));
  providerDouble();
  answering({ update_order_review: { result: 'success' } });
  await show(makeSubscription());
  expect(yours().getByText(WHY)).toBeVisible();
  expect(screen.queryByRole('checkbox', { name: /Create an account/ })).toBeNull();
  expect(new FormData(document.querySelector('form.checkout') as HTMLFormElement).get('createaccount')).toBe('1');
});

test('the method is kept without a box, and one that cannot be kept says how later boxes are paid', async () => {
  const { elements } = providerDouble();
  answering({ update_order_review: { result: 'success' } });
  await show(makeSubscription());
  expect(screen.queryByRole('checkbox', { name: /Save this card/ })).toBeNull();
  expect(elements).toHaveBeenCalledWith(expect.objectContaining({ setupFutureUsage: 'off_session' }));
  expect(screen.getByText('Later boxes are paid by hand.')).toBeInTheDocument();
});

test('what is agreed to stands above the button, and its hash goes back with the order', async () => {
  providerDouble();
  const sent = answering({
    update_order_review: { result: 'success', fragments: {} },
    checkout: { result: 'success', redirect: '/checkout/order-received/7/?key=k' },
  });
  await show(makeSubscription());
  expect(screen.getByText(TERMS)).toBeVisible();
  fill();
  fireEvent.click(screen.getByRole('checkbox', { name: CHARGES }));
  fireEvent.change(screen.getByLabelText('Create account password'), { target: { value: 'violet tractor seven' } });
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Pay $98.65' })));
  await vi.waitFor(() => expect(sent.some(({ url }) => url.includes('checkout'))).toBe(true));
  const order = sent.find(({ url }) => url.endsWith('=checkout'));
  expect(order?.fields.get('subscription_terms')).toBe('a1b2');
  expect(order?.fields.get('subscription_charges')).toBe('1');
  expect(order?.fields.get('createaccount')).toBe('1');
});

test.each(['classic', 'block'])('the %s checkout orders nothing until later charges are agreed to', async (kind) => {
  providerDouble();
  const sent = answering({ update_order_review: { result: 'success', fragments: {} } });
  const { payment, review, consents } = makeSubscription();
  if (kind === 'classic') await show(makeSubscription());
  else await act(async () => render(<BlockCheckoutPage {...makeBlockCheckout({ payment, review, consents })} />));
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Pay $98.65' })));
  expect(screen.getByRole('link', { name: MISSING })).toHaveAttribute('href', '#subscription_charges');
  expect(screen.getByRole('checkbox', { name: CHARGES })).toHaveAccessibleDescription(MISSING);
  expect(sent.some(({ url }) => url.endsWith('=checkout'))).toBe(false);
});

test('a cart without later charges asks for no consent to them', async () => {
  providerDouble();
  answering({ update_order_review: { result: 'success' } });
  await show({ ...makeSubscription(), review: makeReview() });
  expect(document.getElementById('subscription_charges')).toBeNull();
});

test('whoever has agreed to other charges is asked again', async () => {
  providerDouble();
  answering({ update_order_review: { result: 'success' } });
  await show(makeSubscription());
  fireEvent.click(screen.getByRole('checkbox', { name: CHARGES }));
  const dearer = CHARGES.replace('$60.00', '$120.00');
  act(() => setSection('OrderReview', makeReview({ charges_label: dearer })));
  expect(screen.getByRole('checkbox', { name: dearer })).not.toBeChecked();
});

test.each(['classic', 'block'])(
  'the %s checkout says beside the button what later boxes cost, and when',
  async (kind) => {
    providerDouble();
    answering({ update_order_review: { result: 'success' } });
    const { payment } = makeSubscription();
    const review = makeReview({ recurring: [LATER] });
    if (kind === 'classic') await show({ ...makeSubscription(), review });
    else await act(async () => render(<BlockCheckoutPage {...makeBlockCheckout({ payment, review })} />));
    const beside = within(screen.getByRole('button', { name: 'Pay $98.65' }).parentElement as HTMLElement);
    expect(beside.getByText(LATER)).toBeVisible();
  },
);

test('where nothing is paid yet, the fields are those of a setup', async () => {
  const { elements } = providerDouble();
  answering({ update_order_review: { result: 'success' } });
  await show(makeSubscription(0));
  expect(elements).toHaveBeenCalledWith(expect.objectContaining({ mode: 'setup', setupFutureUsage: 'off_session' }));
});
