import type { TotalRow } from '../../generated/pages';
import { classes } from '../../lib/classes';
import styles from './Amounts.module.css';

/** The sums under a list of wines: subtotal, delivery, tax, total. */
export function Amounts({ rows, total }: { rows: TotalRow[]; total: string }) {
  return (
    <dl className={styles.amounts}>
      {rows.map((row) => (
        <div
          key={`${row.kind} ${row.label}`}
          className={classes(styles.row, row.kind === 'discount' && styles.discount)}
        >
          <dt>{row.label}</dt>
          <dd>{row.amount}</dd>
        </div>
      ))}
      <div className={classes(styles.row, styles.total)}>
        <dt>Total</dt>
        <dd data-total="">{total}</dd>
      </div>
    </dl>
  );
}
