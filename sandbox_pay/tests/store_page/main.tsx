import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Stripe } from '@stripe/stripe-js';
import { type FormEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** A store's checkout, boiled down: the real react-stripe-js around the sandbox's script. */
const query = new URLSearchParams(location.search);
const theme = (query.get('theme') ?? 'stripe') as NonNullable<Appearance['theme']>;
const factory = (window as unknown as { Stripe: (key: string) => Stripe }).Stripe;
const stripe = factory('pk_test_sandbox_vintner');
const address = query.has('address');
const variables = theme === 'night' ? { colorPrimary: '#e9b6c3' } : { colorPrimary: '#5b2333', borderRadius: '8px' };

interface Paid {
  client_secret?: string;
  status?: string;
  error?: string;
}

async function pay(method: string): Promise<Paid> {
  const response = await fetch('/pay', { method: 'POST', body: JSON.stringify({ method }) });
  return (await response.json()) as Paid;
}

function Checkout() {
  const client = useStripe();
  const elements = useElements();
  const [said, setSaid] = useState('');
  const [seen, setSeen] = useState('');

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!client || !elements) return;
    setSaid('');
    const { error } = await elements.submit();
    if (error) return setSaid(`${error.type} ${error.code}`);
    const billing_details = { email: 'ada@example.com', address: { country: 'US', postal_code: '94107' } };
    const made = await client.createPaymentMethod({ elements, params: { billing_details } });
    if (made.error) return setSaid(`${made.error.type} ${made.error.code}`);
    const paid = await pay(made.paymentMethod.id);
    if (paid.status !== 'requires_action') return setSaid(paid.error ?? paid.status ?? '');
    const next = await client.handleNextAction({ clientSecret: paid.client_secret ?? '' });
    setSaid(next.error?.code ?? next.paymentIntent?.status ?? '');
  }

  return (
    <form onSubmit={submit}>
      <PaymentElement
        options={{
          fields: address ? {} : { billingDetails: { address: { country: 'never', postalCode: 'never' } } },
          wallets: { applePay: 'never', googlePay: 'never' },
          terms: { card: 'never' },
        }}
        onReady={() => setSeen('ready')}
        onChange={(event) => setSeen(`${event.value.type} ${event.complete ? 'complete' : 'incomplete'}`)}
        onLoadError={(event) => setSeen(`loaderror ${event.error.type}`)}
      />
      <p id="seen">{seen}</p>
      <p id="said">{said}</p>
      <button type="submit">Pay</button>
    </form>
  );
}

const options = { mode: 'payment', amount: 1999, currency: 'usd', paymentMethodCreation: 'manual' } as const;
createRoot(document.getElementById('store') as HTMLElement).render(
  <Elements stripe={stripe} options={{ ...options, appearance: { theme, variables } }}>
    <Checkout />
  </Elements>,
);
