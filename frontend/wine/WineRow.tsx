import type { Card } from '../generated/pages';
import { Carousel } from '../ui/carousel/Carousel';
import { WineCard } from './WineCard';
import styles from './WineRow.module.css';

interface Props {
  /** What the wines have in common: 'Wines like this one'. */
  label: string;
  cards: Card[];
}

/** A row of wines: to swipe on phones, four side by side where there is room, the others behind arrows. */
export function WineRow({ label, cards }: Props) {
  const slides = cards.map((card) => ({
    key: card.product_id,
    name: card.name,
    content: <WineCard card={card} onScreen={false} />,
  }));
  return <Carousel label={label} slides={slides} autoplay={0} loop={false} className={styles.row} />;
}
