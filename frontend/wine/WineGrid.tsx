import type { Ref } from 'react';
import type { Card } from '../generated/pages';
import { classes } from '../lib/classes';
import { WineCard } from './WineCard';
import styles from './WineGrid.module.css';

interface Props {
  cards: Card[];
  /** How many of the first cards are on the first screen. */
  onScreen?: number;
  ref?: Ref<HTMLUListElement>;
  /** In a listing: the address of the page that begins with this wine. */
  startOf?: (card: Card) => string | undefined;
  /** Whether the server knows that all of them are in the visitor's list. */
  areFavourites?: boolean;
  /** Wines whose pictures are awaited before they are shown. */
  isAwaited?: (card: Card) => boolean;
}

/**
 * A grid of wines. The names of its classes are the ones that outside scripts look for
 * (docs/behaviour/pages.md#listing).
 */
export function WineGrid({ cards, onScreen = 0, ref, startOf, areFavourites, isAwaited }: Props) {
  return (
    <ul ref={ref} className={classes('products', styles.grid)}>
      {cards.map((card, index) => (
        <li
          key={card.product_id}
          className={classes('product', isAwaited?.(card) && styles.awaited)}
          data-product={card.product_id}
          data-url={startOf?.(card)}
        >
          <WineCard card={card} onScreen={index < onScreen || isAwaited?.(card) === true} isFavourite={areFavourites} />
        </li>
      ))}
    </ul>
  );
}
