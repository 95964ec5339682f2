import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Layout, Stripe } from '@stripe/stripe-js';
import { type FormEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { startExpress } from './express.ts';
import { ask, FLOWS, UNCHECKED } from './flows.ts';

/** A store's checkout, boiled down: the real react-stripe-js around the sandbox's script. */
const query = new URLSearchParams(location.search);
const theme = (query.get('theme') ?? 'stripe') as NonNullable<Appearance['theme']>;
const factory = (window as unknown as { Stripe: (key: string) => Stripe }).Stripe;
const stripe = factory('pk_test_sandbox_vintner');
const types = query.get('types')?.split(',');
const address = query.has('address') || types !== undefined;
const flow = query.get('flow') ?? 'payByMethod';
const variables = theme === 'night' ? { colorPrimary: '#e9b6c3' } : { colorPrimary: '#5b2333', borderRadius: '8px' };

function Checkout() {
  const client = useStripe();
  const elements = useElements();
  const [said, setSaid] = useState('');
  const [seen, setSeen] = useState('');

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!client || !elements) return;
    setSaid('');
    const { error } = UNCHECKED.has(flow) ? {} : await elements.submit();
    if (error) return setSaid(`${error.type} ${error.code}`);
    try {
      setSaid((await FLOWS[flow]?.(client, elements)) ?? 'no such flow');
    } catch (problem) {
      setSaid(problem instanceof Error ? problem.message : String(problem));
    }
  }

  return (
    <form onSubmit={submit}>
      <PaymentElement
        options={{
          fields: query.has('owner')
            ? { billingDetails: 'never' }
            : address
              ? {}
              : { billingDetails: { address: { country: 'never', postalCode: 'never' } } },
          wallets: { applePay: 'never', googlePay: 'never' },
          layout: (query.get('layout') ?? 'tabs') as Layout,
          ...(flow.startsWith('keep') ? { business: { name: 'Vintner' } } : { terms: { card: 'never' } }),
        }}
        onReady={() => setSeen('ready')}
        onChange={(event) => setSeen(`${event.value.type} ${event.complete ? 'complete' : 'incomplete'}`)}
        onLoadError={(event) => setSeen(`loaderror ${event.error.type}`)}
      />
      <p id="seen">{seen}</p>
      <p id="said">{said}</p>
      {/* It stands still while the fields grow: a press whose end finds it elsewhere is no click. */}
      <button type="submit" style={{ position: 'fixed', bottom: 0, right: 0 }}>
        Pay
      </button>
    </form>
  );
}

const shared = {
  paymentMethodCreation: 'manual',
  currency: query.get('currency') ?? 'usd',
  appearance: { theme, variables },
  ...(types ? { allowedPaymentMethodTypes: types } : {}),
} as const;
/** What the fields are for: a payment or a setup that is yet to come, or (`intent`) a payment that is there already. */
async function purpose() {
  const type = query.get('intent');
  if (type) {
    const { client_secret: clientSecret = '' } = await ask('/pay', { type, currency: shared.currency });
    return { clientSecret, appearance: shared.appearance };
  }
  return flow.startsWith('keep')
    ? ({ ...shared, mode: 'setup' } as const)
    : ({ ...shared, mode: 'payment', amount: 1999 } as const);
}

if (query.has('express')) {
  startExpress(stripe);
} else {
  const options = await purpose();
  createRoot(document.getElementById('store') as HTMLElement).render(
    <Elements stripe={stripe} options={options}>
      <Checkout />
    </Elements>,
  );
}
