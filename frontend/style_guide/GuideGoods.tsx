import { CARDS } from '../fixtures/parts';
import type { Image } from '../generated/pages';
import { GridSkeleton } from '../wine/GridSkeleton';
import { Price } from '../wine/Price';
import { Stars } from '../wine/Stars';
import { StockBadge } from '../wine/StockBadge';
import { WineGrid } from '../wine/WineGrid';
import { GuidePart } from './GuidePart';
import styles from './StyleGuidePage.module.css';

const STOCKS = [
  ['in_stock', 'In stock'],
  ['low', 'Only 3 left in stock'],
  ['on_backorder', 'Available on backorder'],
  ['out_of_stock', 'Out of stock'],
  ['coming_soon', 'Coming soon'],
] as const;

/** Wines and prices. */
export function GuideGoods({ picture }: { picture: Image | null }) {
  const image = picture;
  return (
    <>
      <h2>Wines</h2>
      <GuidePart name="Price">
        <Price price={{ current: '$16.99', regular: '', from_lowest: false }} />
        <Price price={{ current: '$19.50', regular: '$24.00', from_lowest: false }} />
        <Price price={{ current: '$48.00', regular: '', from_lowest: true }} />
      </GuidePart>
      <GuidePart name="Stars">
        <Stars value={4.3} count={27} />
        <Stars value={2.5} count={1} />
        <Stars value={5} />
      </GuidePart>
      <GuidePart name="StockBadge">
        <p className={styles.row}>
          {STOCKS.map(([kind, text]) => (
            <StockBadge key={kind} kind={kind} text={text} />
          ))}
        </p>
      </GuidePart>
      <GuidePart name="WineGrid" wide>
        <WineGrid cards={CARDS.map((card) => ({ ...card, image }))} />
      </GuidePart>
      <GuidePart name="GridSkeleton" wide>
        <GridSkeleton cards={4} loading />
      </GuidePart>
    </>
  );
}
