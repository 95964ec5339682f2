import { act } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { makeCheckout } from '../../fixtures/checkout';
import { makeMethod, makePayment } from '../../fixtures/payment';
import { setSection } from '../../lib/sections';
import CheckoutPage from '../../pages/checkout/CheckoutPage';
import { answering } from '../../testing/network';
import { providerDouble } from '../../testing/provider';

const VISA = { id: '7', type: 'card', label: 'Visa ending in 4242', expiry: '12/40', expired: false, chosen: true };
const payment = makePayment({ methods: [makeMethod('card'), makeMethod('ideal')], saved: [VISA] });

let root: Root | undefined;

afterEach(async () => {
  await act(async () => root?.unmount());
  vi.unstubAllGlobals();
});

test.each(['[name=payment_method][value=stripe_ideal]', '[name=wc-stripe-payment-token][value=new]'])(
  'what was chosen before the page worked stays chosen, and its totals are asked for: %s',
  async (selector) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    providerDouble();
    const sent = answering({ update_order_review: { result: 'success', fragments: {} } });
    const place = document.createElement('div');
    document.body.append(place);
    const page = <CheckoutPage {...makeCheckout({ payment })} />;
    place.innerHTML = renderToString(page);
    const radio = place.querySelector(selector) as HTMLInputElement;
    radio.checked = true;
    await act(async () => {
      root = hydrateRoot(place, page);
    });
    await act(async () => void setSection('PaymentOptions', { ...payment, amount: 5000 }));
    await act(() => vi.advanceTimersByTimeAsync(20));
    expect(radio).toBeChecked();
    if (radio.name === 'payment_method') expect(sent.at(-1)?.fields.get('payment_method')).toBe('stripe_ideal');
  },
);
