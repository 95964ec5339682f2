import { Elements } from '@stripe/react-stripe-js';
import type { Appearance, Stripe, StripeElements } from '@stripe/stripe-js';
import { useCallback, useEffect, useState } from 'react';
import type { PaymentOptions } from '../../generated/pages';
import { webFonts } from '../appearance/fonts';
import { useAppearance } from '../appearance/useAppearance';
import { groupOptions, type Laid } from './elementOptions';
import { createDeferredInput, type Words } from './fields';
import { ProviderFields } from './ProviderFields';
import type { DeferredInput, InputState } from './paymentInput';

interface Props {
  stripe: Stripe;
  /** The provider's name of the type, and what the shop calls it. */
  type: string;
  label: string;
  payment: Pick<PaymentOptions, 'amount' | 'currency'>;
  provider: Laid & Words;
  /**
   * Whether the method is to be saved, in which case the provider's fields show its terms
   * (docs/behaviour/pages.md#payment-fields).
   */
  saving: boolean;
  onInput: (input: InputState<DeferredInput>) => void;
  /** Told what the fields look like. */
  onLook?: ((look: Appearance) => void) | undefined;
}

/** The fields of one type of payment method. The provider is informed of every change of the total. */
export function MethodFields({ stripe, type, label, payment, provider, saving, onInput, onLook }: Props) {
  const { amount, currency } = payment;
  const appearance = useAppearance(provider.isOCEnabled);
  const [fonts] = useState(() => webFonts());
  useEffect(() => onLook?.(appearance), [onLook, appearance]);
  const createInput = useCallback(
    (client: Stripe, elements: StripeElements) => createDeferredInput(client, elements, provider),
    [provider],
  );
  return (
    <Elements stripe={stripe} options={groupOptions({ type, amount, currency, saving, appearance, fonts })}>
      <ProviderFields {...{ type, label, provider, saving, createInput, onInput }} />
    </Elements>
  );
}
