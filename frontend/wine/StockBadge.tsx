import { classes } from '../lib/classes';
import styles from './StockBadge.module.css';

/** The stock in words. `kind` is the server's name for it (in_stock, low, …). */
export function StockBadge({ kind, text }: { kind: string; text: string }) {
  return <span className={classes(styles.badge, styles[kind])}>{text}</span>;
}
