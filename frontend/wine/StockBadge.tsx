import { classes } from '../lib/classes';
import styles from './StockBadge.module.css';

/** What the shopper is told of the stock. `kind` is the server's word for it (in_stock, low, …). */
export function StockBadge({ kind, text }: { kind: string; text: string }) {
  return <span className={classes(styles.badge, styles[kind])}>{text}</span>;
}
