import type { PriceText } from '../generated/pages';
import { classes } from '../lib/classes';
import { Hidden } from '../ui/Hidden';
import styles from './Price.module.css';

/** A price; while a sale lowers it, the regular one is struck out beside it. */
export function Price({ price, className }: { price: PriceText; className?: string | undefined }) {
  return (
    <span className={classes(styles.price, className)}>
      {price.from_lowest && <span className={styles.unit}>from</span>}
      {price.regular && (
        <>
          <Hidden>Regular price </Hidden>
          <del className={styles.regular}>{price.regular}</del>
          <Hidden> Now </Hidden>
        </>
      )}
      <span className={classes(styles.current, price.regular !== '' && styles.sale)}>{price.current}</span>
    </span>
  );
}
