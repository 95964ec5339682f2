import { useRef } from 'react';
import { Hidden } from '../../components/Hidden';
import type { SavedCard } from '../../generated/pages';
import { classes } from '../../lib/classes';
import { NEW } from '../../lib/payment/means';
import { TOKEN } from '../../lib/payment/placeOrder';
import { useChosenBefore } from '../../lib/useChosenBefore';
import styles from './SavedCards.module.css';

interface Props {
  cards: SavedCard[];
  chosen: string;
  onChoose: (token: string) => void;
}

/** The cards that the shopper let the card service keep, and the way to another one (spec 6). */
export function SavedCards({ cards, chosen, onChoose }: Props) {
  const place = useRef<HTMLFieldSetElement>(null);
  useChosenBefore(place, TOKEN);
  const radio = (token: string) => ({
    type: 'radio',
    id: `${TOKEN}-${token}`,
    name: TOKEN,
    value: token,
    checked: chosen === token,
    onChange: () => onChoose(token),
  });
  return (
    <fieldset ref={place} className={classes('woocommerce-SavedPaymentMethods', styles.cards)}>
      <legend>
        <Hidden>Which card</Hidden>
      </legend>
      {cards.map(({ id, label, expiry, expired }) => (
        <label key={id} className={classes(styles.card, expired && styles.expired)}>
          <input {...radio(id)} disabled={expired} />
          <span>{label}</span>{' '}
          <span className={styles.expiry}>
            {expired ? 'Expired' : 'Expires'} {expiry}
          </span>
        </label>
      ))}
      <label className={styles.card}>
        <input {...radio(NEW)} />
        <span>Use a new card</span>
      </label>
    </fieldset>
  );
}
