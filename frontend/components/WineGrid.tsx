import type { Card } from '../generated/pages';
import { AddToCart } from './AddToCart';
import { buttonClass } from './buttonClass';
import { Hidden } from './Hidden';
import { Picture } from './Picture';
import { Price } from './Price';
import { Stars } from './Stars';
import { StockBadge } from './StockBadge';
import styles from './WineGrid.module.css';

/** How wide a card's picture is drawn; the same text as CARD_SIZES in vintner/catalogue/listing.py. */
const SIZES = '(min-width: 64em) 22vw, (min-width: 40em) 30vw, 45vw';

interface Props {
  card: Card;
  onScreen: boolean;
}

function WineCard({ card, onScreen }: Props) {
  const origin = [card.vintage, card.region, card.colour].filter(Boolean).join(' · ');
  return (
    <article className={styles.card}>
      {/* biome-ignore lint/a11y/useAnchorContent: for the pointer only; the name below is the link for everybody */}
      <a className={styles.frame} href={card.url} tabIndex={-1} aria-hidden="true">
        {card.image && <Picture image={card.image} sizes={SIZES} onScreen={onScreen} alt="" />}
      </a>
      <div className={styles.words}>
        {card.producer && <p className={styles.producer}>{card.producer}</p>}
        <h3 className={styles.name}>
          <a href={card.url}>{card.name}</a>
        </h3>
        {origin && <p className={styles.origin}>{origin}</p>}
        {card.rating && <Stars value={Number(card.rating.average)} count={card.rating.count} />}
      </div>
      <div className={styles.buy}>
        <div>
          {card.price && <Price price={card.price} className={styles.price} />}
          <div>
            <StockBadge kind={card.stock_kind} text={card.stock} />
          </div>
        </div>
        {card.can_add ? (
          <AddToCart productId={card.product_id} sku={card.sku} name={card.name} label={card.button} />
        ) : (
          <a className={buttonClass('quiet', true)} href={card.url}>
            {card.button}
            <Hidden>: {card.name}</Hidden>
          </a>
        )}
      </div>
    </article>
  );
}

interface GridProps {
  cards: Card[];
  /** How many of the first cards are on the first screen. */
  onScreen?: number;
}

/** A grid of wines. */
export function WineGrid({ cards, onScreen = 0 }: GridProps) {
  return (
    <ul className={styles.grid}>
      {cards.map((card, index) => (
        <li key={card.product_id}>
          <WineCard card={card} onScreen={index < onScreen} />
        </li>
      ))}
    </ul>
  );
}
