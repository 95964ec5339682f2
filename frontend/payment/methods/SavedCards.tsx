import { useRef } from 'react';
import type { SavedCard } from '../../generated/pages';
import { classes } from '../../lib/classes';
import { Hidden } from '../../ui/Hidden';
import { NEW, tokenField } from '../fields/paymentInput';
import styles from './SavedCards.module.css';
import { useChosenBefore } from './useChosenBefore';

interface Props {
  /** The value of payment_method, and the provider's name of the type. */
  gateway: string;
  type: string;
  cards: SavedCard[];
  chosen: string;
  onChoose: (token: string) => void;
}

/** The methods of one type that the shopper let the provider keep, and the way to another one. */
export function SavedCards({ gateway, type, cards, chosen, onChoose }: Props) {
  const field = tokenField(gateway);
  const isCard = type === 'card';
  const place = useRef<HTMLFieldSetElement>(null);
  useChosenBefore(place, field);
  const radio = (token: string) => ({
    type: 'radio',
    id: `${field}-${token}`,
    name: field,
    value: token,
    checked: chosen === token,
    onChange: () => onChoose(token),
  });
  return (
    <fieldset ref={place} className={classes('woocommerce-SavedPaymentMethods', styles.cards)}>
      <legend>
        <Hidden>{isCard ? 'Which card' : 'Which account'}</Hidden>
      </legend>
      {cards.map(({ id, label, expiry, expired }) => (
        <label key={id} className={classes(styles.card, expired && styles.expired)}>
          <input {...radio(id)} disabled={expired} />
          <span>{label}</span>{' '}
          {expiry && (
            <span className={styles.expiry}>
              {expired ? 'Expired' : 'Expires'} {expiry}
            </span>
          )}
        </label>
      ))}
      <label className={styles.card}>
        <input {...radio(NEW)} />
        <span>{isCard ? 'Use a new card' : 'Use another account'}</span>
      </label>
    </fieldset>
  );
}
