import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { makeBlockCheckout } from '../../fixtures/blockCheckout';
import { makeCheckout } from '../../fixtures/checkout';
import { useNotices } from '../../notices/pageNotices';
import BlockCheckoutPage from '../../pages/checkout/BlockCheckoutPage';
import CheckoutPage from '../../pages/checkout/CheckoutPage';
import { pay } from '../../testing/checkout';
import { block as blockPage, classic as classicPage } from '../../testing/payingPages';
import { type OfferingForm, offerPasskeys } from './passkeyLogIn';
import { usePasskeyOffer } from './usePasskeyOffer';

vi.mock('./passkeyLogIn', () => ({ offerPasskeys: vi.fn() }));

const offers = vi.mocked(offerPasskeys);
const soon = () => new Promise((done) => setTimeout(done, 20));

beforeEach(() => {
  offers.mockReset();
  vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: async () => true });
  return () => vi.unstubAllGlobals();
});

const classic = (url: string) => <CheckoutPage {...makeCheckout({ log_in_url: url })} />;
const block = (url: string) => <BlockCheckoutPage {...makeBlockCheckout({ log_in_url: url })} />;

test.each([
  ['classic', classic],
  ['block', block],
])('the %s checkout offers passkeys to guests, once they touch it', async (_, page) => {
  const { rerender, unmount } = render(page('/my-source/'));
  const email = screen.getByLabelText('Email address');
  await soon();
  expect(offers).not.toHaveBeenCalled();
  fireEvent.focusIn(email);
  fireEvent.pointerOver(email);
  await waitFor(() => expect(offers).toHaveBeenCalledOnce());
  const [place, signal] = offers.mock.calls[0] as [OfferingForm, AbortSignal];
  expect(place).toMatchObject({ token: 'token', redirect: '/' });
  expect(signal.aborted).toBe(false);
  rerender(page(''));
  expect(signal.aborted).toBe(true);
  fireEvent.focusIn(email);
  await soon();
  expect(offers).toHaveBeenCalledOnce();
  unmount();
});

test.each([classicPage, blockPage])('$name ends the offer when the order is placed', async ({ open }) => {
  await open({ order: { result: 'failure', messages: '' } });
  fireEvent.focusIn(screen.getByLabelText('Email address'));
  await waitFor(() => expect(offers).toHaveBeenCalledOnce());
  fireEvent.click(pay());
  await waitFor(() => expect(offers.mock.calls[0]?.[1].aborted).toBe(true));
});

test('a browser that offers no passkeys in fields is left alone', async () => {
  vi.stubGlobal('PublicKeyCredential', {});
  render(classic('/my-source/'));
  fireEvent.focusIn(screen.getByLabelText('Email address'));
  await soon();
  expect(offers).not.toHaveBeenCalled();
});

test('what was typed is forgotten if a field of this form offered the passkey', async () => {
  document.body.innerHTML = '<form><input aria-label="here"></form><input aria-label="elsewhere">';
  const onOffered = vi.fn();
  renderHook(() => usePasskeyOffer({ current: document.forms[0] ?? null }, { on: true, token: 'token', onOffered }));
  screen.getByLabelText('here').focus();
  await waitFor(() => expect(offers).toHaveBeenCalledOnce());
  const place = offers.mock.calls[0]?.[0];
  screen.getByLabelText('elsewhere').focus();
  place?.onChosen();
  screen.getByLabelText('here').focus();
  place?.onOffered?.();
  expect(onOffered).not.toHaveBeenCalled();
  place?.onChosen();
  screen.getByLabelText('elsewhere').focus(); // while the store is asked
  place?.onOffered?.();
  expect(onOffered).toHaveBeenCalledOnce();
});

test('a passkey that is refused is told at the top of the page', async () => {
  const { result } = renderHook(() => useNotices([]));
  render(classic('/my-source/'));
  fireEvent.focusIn(screen.getByLabelText('Email address'));
  await waitFor(() => expect(offers).toHaveBeenCalledOnce());
  act(() => offers.mock.calls[0]?.[0].onStayed('Not accepted.'));
  const told = [{ kind: 'error', text: 'Not accepted.', link: null }];
  expect(result.current).toEqual(told);
  act(() => offers.mock.calls[0]?.[0].onStayed('')); // Back shows the page again
  expect(result.current).toEqual(told);
});
