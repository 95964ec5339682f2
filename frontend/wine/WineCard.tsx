import { memo } from 'react';
import { AddToCart } from '../cart/AddToCart';
import { bottleName } from '../cart/bottleName';
import type { Card } from '../generated/pages';
import { classes } from '../lib/classes';
import { buttonClass } from '../ui/buttonClass';
import { Hidden } from '../ui/Hidden';
import { Picture } from '../ui/Picture';
import { AlertLink } from './AlertLink';
import { Countdown } from './Countdown';
import { CardStock } from './closed/CardStock';
import { expectNothing, expectPage } from './early/nextPicture';
import { FavouriteButton } from './FavouriteButton';
import { Price } from './Price';
import { Stars } from './Stars';
import styles from './WineCard.module.css';

/** How wide a card's picture is drawn; the same text as CARD_SIZES in vintner/catalogue/finding/listing.py. */
const SIZES = '(min-width: 64em) 22vw, (min-width: 40em) 30vw, 45vw';

interface Props {
  card: Card;
  onScreen: boolean;
  /** Whether the server knows that the wine is in the visitor's list. */
  isFavourite?: boolean | undefined;
}

/** A wine in a grid: all that a shopper chooses by, and one way on. */
export const WineCard = memo(function WineCard({ card, onScreen, isFavourite }: Props) {
  const origin = [card.vintage, card.region, card.colour].filter(Boolean).join('\u00a0· ');
  const bottle = bottleName({ ...card, details: card.vintage });
  const gone = card.stock_kind === 'out_of_stock';
  return (
    <article
      className={styles.card}
      onPointerEnter={expectPage}
      onPointerDown={expectPage}
      onPointerLeave={expectNothing}
    >
      {/* biome-ignore lint/a11y/useAnchorContent: for the pointer only; the name below is the link for everybody */}
      <a className={classes(styles.frame, gone && styles.gone)} href={card.url} tabIndex={-1} aria-hidden="true">
        {card.image && <Picture image={card.image} sizes={SIZES} onScreen={onScreen} alt="" />}
        {(card.offer || card.price?.regular) && <span className={styles.sale}>{card.offer || 'Sale'}</span>}
      </a>
      <div className={styles.words}>
        {card.producer && <p className={styles.producer}>{card.producer}</p>}
        <h3 className={styles.name}>
          <a href={card.url}>{card.name}</a>
        </h3>
        {origin && <p className={styles.origin}>{origin}</p>}
        {card.offer && <Hidden>Offer: {card.offer}</Hidden>}
        {card.rating && <Stars value={Number(card.rating.average)} count={card.rating.count} />}
      </div>
      <div className={styles.buy}>
        <p className={styles.offer}>
          {card.price && (
            <span>
              <Price price={card.price} className={styles.price} />
              {card.unit && (
                <>
                  {' '}
                  <span className={styles.unit}>{card.unit}</span>
                </>
              )}
            </span>
          )}
          {card.price_note && <span className={styles.unit}>{card.price_note}</span>}
          <CardStock card={card} />
        </p>
        {card.stock_kind === 'coming_soon' && <Countdown productId={card.product_id} />}
        <div className={styles.actions}>
          {card.can_add ? (
            <AddToCart productId={card.item_id} sku={card.sku} name={card.name} bottle={bottle} label={card.button} />
          ) : (
            <a className={buttonClass('quiet', true)} href={card.url}>
              {card.button}
              <Hidden>: {bottle}</Hidden>
            </a>
          )}
          <FavouriteButton
            productId={card.product_id}
            bottle={bottle}
            initially={isFavourite}
            className={styles.favourite}
          />
        </div>
        {isFavourite && card.stock_kind !== 'coming_soon' && (gone || !card.by_plan) && (
          <AlertLink productId={card.product_id} gone={gone} bottle={bottle} />
        )}
      </div>
    </article>
  );
});
