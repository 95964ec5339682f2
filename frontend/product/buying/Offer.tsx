import type { ReactNode } from 'react';
import type { PriceText } from '../../generated/pages';
import { Price } from '../../wine/Price';
import styles from './Offer.module.css';

interface Props {
  price: PriceText | null;
  /** Words in place of a hidden price. */
  note?: string;
  unit: string;
  /** When the sale ends, in words. */
  saleEnds?: string;
  /** Whether another price is being fetched. */
  busy?: boolean;
  /** What stands beside the price: the stock. */
  children: ReactNode;
}

/** The price of a bottle with its stock, for wines that can be bought and for others. */
export function Offer({ price, note, unit, saleEnds, busy, children }: Props) {
  return (
    <div className={styles.offer} aria-busy={busy || undefined}>
      <p className={styles.each}>
        {price && (
          <>
            <Price price={price} className={styles.price} /> <span className={styles.unit}>{unit}</span>
            {price.regular && <span className={styles.sale}>Sale</span>}
          </>
        )}
        {saleEnds && <span className={styles.unit}>{saleEnds}</span>}
        {note && <span className={styles.note}>{note}</span>}
      </p>
      {children}
    </div>
  );
}
