import type { ComponentProps } from 'react';
import type { Card } from '../lib/payment/placeOrder';
import { MethodFields } from './MethodFields';

type Fields = ComponentProps<typeof MethodFields>;

interface Props extends Pick<Fields, 'stripe' | 'payment' | 'provider' | 'saving'> {
  onCard: (card: Card | null) => void;
}

/** The fields of a card. */
export function CardFields({ onCard, ...rest }: Props) {
  return <MethodFields type="card" label="card" onMeans={onCard} {...rest} />;
}
