import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeBlockCheckout } from '../../fixtures/blockCheckout';
import { makeCheckout, makeReview } from '../../fixtures/checkout';
import { setSection } from '../../lib/sections';
import { press } from '../../testing/payingPages';
import { providerDouble } from '../../testing/provider';
import BlockCheckoutPage from './BlockCheckoutPage';
import CheckoutPage from './CheckoutPage';

const NOT_THERE = 'No wine goes to Utah.';
const TOO_YOUNG = 'You must be 21 or older.';

beforeEach(() => {
  providerDouble();
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const born = { names: ['born_year', 'born_month', 'born_day'], values: ['2006', '1', '1'], problem: '' };
const PAGES = {
  classic: (over: object) => <CheckoutPage {...makeCheckout(over)} />,
  block: (over: object) => <BlockCheckoutPage {...makeBlockCheckout(over)} />,
};
const linked = (text: string) => screen.queryByRole('link', { name: text });

test.each([
  ['classic', 'billing_state'],
  ['block', 'shipping_state'],
] as const)('in the %s checkout a refused place is forgotten once the wine is picked up', async (kind, name) => {
  await act(async () => render(PAGES[kind]({ review: makeReview({ destination_problem: NOT_THERE }) })));
  fireEvent.change(document.getElementById(name) as HTMLElement, { target: { value: 'UT' } });
  await press();
  expect(linked(NOT_THERE)).toBeVisible();
  await act(async () => void setSection('OrderReview', makeReview()));
  expect(screen.queryAllByText(NOT_THERE)).toEqual([]);
  expect(linked('First name is a required field.')).toBeVisible();
  expect(document.getElementById(name)).not.toHaveAttribute('aria-invalid');
});

test('an age that is enough at another place is forgotten', async () => {
  await act(async () => render(PAGES.classic({ born, review: makeReview({ age_problem: TOO_YOUNG }) })));
  await press();
  expect(linked(TOO_YOUNG)).toBeVisible();
  await act(async () => void setSection('OrderReview', makeReview()));
  expect(screen.queryAllByText(TOO_YOUNG)).toEqual([]);
});
