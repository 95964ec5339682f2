import { Hidden } from '../ui/Hidden';
import styles from './AlertLink.module.css';

interface Props {
  productId: number;
  /** Whether the wine is sold out. */
  gone: boolean;
  bottle: string;
  /** The sold-out variation that is meant. */
  variationId?: number | undefined;
}

/** Leads to the form for an email about a wine: that it is back, or cheaper. */
export function AlertLink({ productId, gone, bottle, variationId }: Props) {
  const about = gone ? `restock${variationId ? `-${variationId}` : ''}` : 'price_drop';
  return (
    <a className={styles.link} href={`/alerts/wine/${productId}/?about=${about}`} rel="nofollow">
      {gone ? 'Email me when it is back in stock' : 'Email me when the price drops'}
      <Hidden>: {bottle}</Hidden>
    </a>
  );
}
