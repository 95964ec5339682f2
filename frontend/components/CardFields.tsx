import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElementsOptionsMode, StripePaymentElementOptions } from '@stripe/stripe-js';
import { useEffect, useMemo, useState } from 'react';
import type { PaymentOptions, ProviderSettings } from '../generated/pages';
import { useAppearance } from '../lib/payment/appearance';
import { fromProvider, NOT_LOADED, PAYMENT_FAILED, PaymentError } from '../lib/payment/errors';
import type { Card } from '../lib/payment/placeOrder';
import { HeldStill } from './HeldStill';

interface Props {
  stripe: Stripe;
  payment: Pick<PaymentOptions, 'amount' | 'currency'>;
  provider: Pick<ProviderSettings, 'messages' | 'billing_fields'>;
  /** Whether the card is to be kept, which the provider's fields have to say (spec 9, payment appearance). */
  saving: boolean;
  /** Told what the fields can do, and nothing when they are gone or failed to load. */
  onCard: (card: Card | null) => void;
}

/** The card's fields: the provider's own, in a frame that the store can't look into. */
export function CardFields({ stripe, payment, provider, saving, onCard }: Props) {
  const options: StripeElementsOptionsMode = {
    // spec 9, quantities and money: a total below 1 means setup mode
    ...(payment.amount < 1 ? { mode: 'setup' as const } : { mode: 'payment' as const, amount: payment.amount }),
    currency: payment.currency.toLowerCase(),
    paymentMethodCreation: 'manual',
    setupFutureUsage: saving ? 'off_session' : null,
    allowedPaymentMethodTypes: ['card'],
    appearance: useAppearance(),
  };
  return (
    <Elements stripe={stripe} options={options}>
      <CardElement provider={provider} saving={saving} onCard={onCard} />
    </Elements>
  );
}

function CardElement({ provider, saving, onCard }: Pick<Props, 'provider' | 'saving' | 'onCard'>) {
  const stripe = useStripe();
  const elements = useElements();
  const [failed, setFailed] = useState(false);
  const options = useMemo(() => elementOptions(provider.billing_fields, saving), [provider, saving]);
  useEffect(() => {
    if (!stripe || !elements || failed) return;
    onCard({
      async createMethod(billing) {
        const checked = await elements.submit();
        if (checked.error) throw fromProvider(checked.error, provider.messages);
        const made = await stripe.createPaymentMethod({ elements, params: { billing_details: billing } });
        if (made.error) throw fromProvider(made.error, provider.messages);
        if (!made.paymentMethod) throw new PaymentError(PAYMENT_FAILED);
        return made.paymentMethod.id;
      },
    });
    return () => onCard(null);
  }, [stripe, elements, failed, provider, onCard]);
  return failed ? (
    <p role="alert">{NOT_LOADED}</p>
  ) : (
    <HeldStill>
      <PaymentElement options={options} onLoadError={() => setFailed(true)} />
    </HeldStill>
  );
}

/** What the form already asks is not asked again (spec 5, payment fields); wallets never stand inside. */
function elementOptions(billingFields: string[], saving: boolean): StripePaymentElementOptions {
  const ask = (...names: string[]) =>
    names.every((name) => billingFields.includes(`billing_${name}`)) ? ('never' as const) : ('auto' as const);
  return {
    layout: { type: 'tabs', defaultCollapsed: false },
    fields: {
      billingDetails: {
        name: ask('first_name', 'last_name'),
        email: ask('email'),
        phone: 'auto',
        address: {
          country: ask('country'),
          line1: ask('address_1'),
          line2: ask('address_2'),
          city: ask('city'),
          state: ask('state'),
          postalCode: ask('postcode'),
        },
      },
    },
    terms: { card: saving ? 'always' : 'never' },
    wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
  };
}
