import type { Card } from '../../generated/pages';
import { StockBadge } from '../StockBadge';
import { useClosedPlace } from './closedPlaces';

/** The stock of a card; in its place, that the wine may not be sent to where the visitor's goes. */
export function CardStock({ card }: { card: Card }) {
  const closed = useClosedPlace();
  if (closed && card.ships_wine) return <StockBadge kind="out_of_stock" text={`Can’t ship to ${closed.name}`} />;
  return <StockBadge kind={card.stock_kind} text={card.stock} />;
}
