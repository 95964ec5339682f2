import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeCheckout, makeReview } from '../../fixtures/checkout';
import { makeMethod } from '../../fixtures/payment';
import { browser } from '../../lib/go';
import { showNotices } from '../../notices/pageNotices';
import { box, fill, pay, show, summary, yours } from '../../testing/checkout';
import { answering } from '../../testing/network';
import { providerDouble } from '../../testing/provider';

const REVIEW = { result: 'success', fragments: {} };
const PAID = { result: 'success', redirect: '/checkout/order-received/7/?key=k' };

vi.mock('../../notices/pageNotices', async (original) => ({ ...(await original<object>()), showNotices: vi.fn() }));

beforeEach(() => {
  vi.spyOn(browser, 'go').mockImplementation(() => undefined);
  vi.spyOn(browser, 'reload').mockImplementation(() => undefined);
  providerDouble();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

const orders = (sent: { url: string }[]) => sent.filter(({ url }) => url === '/?wc-ajax=checkout');

test('a coupon that is refused is told beside its field, where the code stays', async () => {
  const html = '<ul class="woocommerce-error" role="alert"><li>We do not know it.</li></ul>';
  const sent = answering({ apply_coupon: html, update_order_review: REVIEW });
  await show();
  await userEvent.click(screen.getByText(/Have a coupon/));
  await userEvent.type(screen.getByRole('textbox', { name: 'Coupon code' }), 'nosuch{Enter}');
  const field = screen.getByRole('textbox', { name: 'Coupon code' });
  await vi.waitFor(() => expect(field).toHaveAccessibleDescription('We do not know it.'));
  expect(screen.getByRole('textbox', { name: 'Coupon code' })).toHaveValue('nosuch');
  expect(Object.fromEntries(sent[0]?.fields ?? [])).toMatchObject({ security: 'token', coupon_code: 'nosuch' });
  expect(orders(sent)).toEqual([]);
});

test('a coupon that counts folds its form, is told at the top, and asks for the totals', async () => {
  const html = '<div class="woocommerce-message" role="alert">The coupon has been added to your cart.</div>';
  const sent = answering({ apply_coupon: html, update_order_review: REVIEW });
  await show();
  await userEvent.click(screen.getByText(/Have a coupon/));
  await userEvent.type(screen.getByRole('textbox', { name: 'Coupon code' }), 'save10');
  await userEvent.click(screen.getByRole('button', { name: 'Apply coupon' }));
  await vi.waitFor(() => expect(sent.at(-1)?.url).toBe('/?wc-ajax=update_order_review'));
  expect(showNotices).toHaveBeenCalledWith([expect.objectContaining({ kind: 'success' })]);
  expect(screen.getByText(/Have a coupon/).closest('details')).not.toHaveAttribute('open');
});

test('a coupon is taken off', async () => {
  const html = '<div class="woocommerce-message" role="alert">The coupon has been taken off.</div>';
  const sent = answering({ remove_coupon: html, update_order_review: REVIEW });
  await show(makeCheckout({ review: makeReview({ coupons: [{ code: 'save10', problem: '' }] }) }));
  await userEvent.click(screen.getByRole('button', { name: 'Take the coupon save10 off' }));
  expect(sent[0]?.fields.get('coupon')).toBe('save10');
});

test('an account takes a password, which goes along with the order and nowhere else', async () => {
  const sent = answering({ update_order_review: REVIEW, checkout: PAID });
  await show();
  fill();
  await userEvent.click(yours().getByRole('checkbox', { name: /Create an account/ }));
  await userEvent.click(pay());
  expect(summary()).toHaveTextContent('Create account password is a required field.');
  await userEvent.type(yours().getByLabelText('Create account password'), 'seven moons');
  fireEvent.change(box('ZIP Code'), { target: { value: '94111' } });
  fireEvent.blur(box('ZIP Code'));
  await vi.waitFor(() => expect(sent.some(({ url }) => url.includes('review'))).toBe(true));
  await userEvent.click(pay());
  const [order] = orders(sent) as typeof sent;
  expect(Object.fromEntries(order?.fields ?? [])).toMatchObject({
    createaccount: '1',
    account_password: 'seven moons',
    wc_order_attribution_source_type: 'utm',
  });
  for (const { url, fields } of sent) if (url.includes('review')) expect(String(fields)).not.toContain('moons');
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('moons');
});

test('a weak password is told at its field after a press, until it is strong enough', async () => {
  const sent = answering({ update_order_review: REVIEW, checkout: PAID });
  await show();
  fill();
  await userEvent.click(yours().getByRole('checkbox', { name: /Create an account/ }));
  const password = yours().getByLabelText('Create account password');
  fireEvent.input(password, { target: { value: 'riesling' } });
  await screen.findByText('Weak - Please enter a stronger password.');
  expect(pay()).toBeEnabled();
  expect(pay()).not.toHaveAttribute('aria-disabled');
  await userEvent.click(pay());
  expect(summary()).toHaveFocus();
  await userEvent.click(within(summary()).getByRole('link', { name: 'Please enter a stronger password.' }));
  expect(password).toHaveFocus();
  fireEvent.input(password, { target: { value: 'riesling r' } });
  fireEvent.blur(password);
  expect(password).toHaveAccessibleDescription(/^Please enter a stronger password/);
  expect(orders(sent)).toEqual([]);
  fireEvent.input(password, { target: { value: 'violet tractor seven moons' } });
  expect(password).not.toHaveAttribute('aria-invalid');
  await userEvent.click(pay());
  expect(orders(sent)).toHaveLength(1);
});

test('terms must be accepted, and say so until they are', async () => {
  const terms = {
    name: 'terms',
    shown: 'terms-field',
    label: 'I have read and agree to the website terms and conditions',
    missing: 'Please read and accept the terms.',
    title: 'Read the terms',
    paragraphs: ['Be of age.'],
    ticked: false,
    error: '',
  };
  const sent = answering({ update_order_review: REVIEW, checkout: PAID });
  await show(makeCheckout({ consents: [terms] }));
  fill();
  await userEvent.click(pay());
  expect(orders(sent)).toEqual([]);
  const agreed = screen.getByRole('checkbox', { name: terms.label });
  expect(agreed).toHaveAccessibleDescription(/Please read and accept/);
  await userEvent.click(within(summary()).getByRole('link', { name: /Please read and accept/ }));
  expect(agreed).toHaveFocus();
  await userEvent.click(agreed);
  expect(agreed).not.toHaveAccessibleDescription(/Please read/);
  await userEvent.click(pay());
  const [order] = orders(sent) as typeof sent;
  expect(Object.fromEntries(order?.fields ?? [])).toMatchObject({ terms: '1', 'terms-field': '1' });
});

test('what was typed is there again when the page is loaded anew, and gone once the order is placed', async () => {
  answering({ update_order_review: REVIEW, checkout: PAID });
  const first = await show();
  fill();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Deliver to a different address' }));
  fireEvent.change(screen.getByLabelText(/^Order notes/), { target: { value: 'Ring twice' } });
  fireEvent.change(yours().getByRole('combobox', { name: 'Country' }), { target: { value: 'CA' } });
  fireEvent.change(yours().getByRole('combobox', { name: 'Province' }), { target: { value: 'ON' } });
  first.unmount();
  await show();
  await vi.waitFor(() => expect(yours().getByRole('combobox', { name: 'Province' })).toHaveValue('ON'));
  expect(box('First name')).toHaveValue('Ana');
  expect(screen.getByRole('checkbox', { name: 'Deliver to a different address' })).toBeChecked();
  const note = screen.getByLabelText(/^Order notes/);
  expect(note).toHaveValue('Ring twice');
  expect(note.closest('details')).toHaveAttribute('open');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Deliver to a different address' }));
  await userEvent.click(pay());
  await vi.waitFor(() => expect(browser.go).toHaveBeenCalledWith(PAID.redirect));
  expect(sessionStorage).toHaveLength(0);
});

test('an answer that says so loads the page anew', async () => {
  answering({ update_order_review: REVIEW, checkout: { result: 'failure', messages: '<ul></ul>', reload: true } });
  await show();
  fill();
  await userEvent.click(pay());
  await vi.waitFor(() => expect(browser.reload).toHaveBeenCalled());
});

test('an answer with something printed around it is read all the same', async () => {
  answering({ update_order_review: REVIEW, checkout: `<b>Notice</b>: x\n${JSON.stringify(PAID)}\n<!-- y -->` });
  await show();
  fill();
  await userEvent.click(pay());
  await vi.waitFor(() => expect(browser.go).toHaveBeenCalledWith(PAID.redirect));
});

test('after a refused payment the fields are checked again', async () => {
  const refusal = { result: 'failure', messages: '<ul><li>The card was declined.</li></ul>' };
  const emptied = () => {
    fireEvent.change(box('ZIP Code'), { target: { value: '' } });
    return refusal;
  };
  answering({ update_order_review: REVIEW, checkout: emptied });
  await show();
  fill();
  await userEvent.click(pay());
  await vi.waitFor(() => expect(summary()).toHaveTextContent('The card was declined.'));
  expect(summary()).toHaveTextContent('ZIP Code is a required field.');
});

test('where wine may not go is told at the state, and nothing can be ordered', async () => {
  const sent = answering({ update_order_review: REVIEW });
  await show(makeCheckout({ review: makeReview({ destination_problem: 'No wine goes to Utah.' }) }));
  fill();
  expect(yours().getByRole('combobox', { name: 'State' })).toHaveAccessibleDescription('No wine goes to Utah.');
  await userEvent.click(pay());
  expect(summary()).toHaveTextContent('No wine goes to Utah.');
  expect(orders(sent)).toEqual([]);
});

test('what looks wrong with the phone number is told, until it is changed, and keeps nobody from ordering', async () => {
  const sent = answering({ update_order_review: REVIEW, checkout: PAID });
  await show(makeCheckout({ review: makeReview({ phone_advice: 'It looks too short.' }) }));
  expect(yours().getByText('It looks too short.')).toBeVisible();
  fill();
  expect(yours().queryByText('It looks too short.')).toBeNull();
  await userEvent.click(pay());
  expect(orders(sent)).toHaveLength(1);
});

test('who is too young is told at the date of birth, until it is changed, and cannot order', async () => {
  const sent = answering({ update_order_review: REVIEW, checkout: PAID });
  const born = { names: ['born_year', 'born_month', 'born_day'], values: ['2020', '1', '1'], problem: '' };
  await show(makeCheckout({ born, review: makeReview({ age_problem: 'You must be 21 or older.' }) }));
  const date = screen.getByRole('group', { name: 'Date of birth' });
  expect(date).toHaveAccessibleDescription('You must be 21 or older.');
  fill();
  await userEvent.click(pay());
  expect(summary()).toHaveTextContent('You must be 21 or older.');
  expect(orders(sent)).toEqual([]);
  fireEvent.change(within(date).getByLabelText('Year'), { target: { value: '1980' } });
  expect(date).not.toHaveAccessibleDescription();
  await userEvent.click(pay());
  expect(orders(sent)).toHaveLength(1);
});

test('leaving the date of birth asks for the review, which says whether it is old enough', async () => {
  const sent = answering({ update_order_review: REVIEW });
  const born = { names: ['born_year', 'born_month', 'born_day'], values: ['', '', ''], problem: '' };
  await show(makeCheckout({ born }));
  fill();
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(0), 5000);
  sent.length = 0;
  for (const [label, value] of Object.entries({ Year: '1980', Month: '2', Day: '3' })) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
  fireEvent.blur(screen.getByLabelText('Day'));
  await vi.waitFor(() => expect(sent[0]?.fields.get('post_data')).toContain('born_year=1980'), 5000);
});

test('the box of age says what the place asks for', async () => {
  const box = { name: 'of_age', shown: 'of_age-field', label: 'I am 21 or older', missing: '', title: '' };
  const consents = [{ ...box, paragraphs: [], ticked: false, error: '' }];
  await show(makeCheckout({ consents, review: makeReview({ age_label: 'I am 19 or older' }) }));
  expect(screen.getByRole('checkbox', { name: 'I am 19 or older' })).toBeVisible();
});

test('a method that is not offered where the bill goes is hidden, and the button follows the chosen one', async () => {
  answering({ update_order_review: REVIEW });
  const page = makeCheckout();
  const methods = [
    makeMethod('card'),
    makeMethod('ideal', { label: 'Bank', button: 'Pay $98.65 by bank', countries: ['CA'] }),
  ];
  await show({ ...page, payment: { ...page.payment, methods } });
  expect(screen.queryByRole('radio', { name: 'Bank' })).toBeNull();
  const country = yours().getByRole('combobox', { name: 'Country' });
  fireEvent.change(country, { target: { value: 'CA' } });
  await userEvent.click(screen.getByRole('radio', { name: 'Bank' }));
  expect(screen.getByRole('button', { name: 'Pay $98.65 by bank' })).toBeVisible();
  fireEvent.change(country, { target: { value: 'US' } });
  expect(screen.getByRole('radio', { name: 'Card' })).toBeChecked();
  expect(pay()).toBeVisible();
});

test('an order that costs nothing needs no card', async () => {
  const provider = providerDouble();
  const sent = answering({ update_order_review: REVIEW, checkout: PAID });
  const page = makeCheckout();
  await show({ ...page, payment: { ...page.payment, methods: [], amount: 0 } });
  fill();
  await userEvent.click(screen.getByRole('button', { name: 'Place order' }));
  expect(orders(sent)).toHaveLength(1);
  expect(provider.createPaymentMethod).not.toHaveBeenCalled();
});

test('an address that is known stands as a summary until it is edited', async () => {
  answering({});
  const page = makeCheckout();
  const values: Record<string, string> = { first_name: 'Ana', city: 'Oakland', state: 'CA' };
  const billing = page.billing.map((field) => ({
    ...field,
    value: field.value || values[field.name.replace('billing_', '')] || 'x',
  }));
  await show({ ...page, billing });
  const known = yours().getByText('Oakland, CA x').closest('details');
  expect(known).not.toHaveAttribute('open');
  await act(async () => fireEvent.click(yours().getByText('Edit')));
  expect(known).toHaveAttribute('open');
});
