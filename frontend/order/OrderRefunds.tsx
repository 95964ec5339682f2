import type { TotalRow } from '../generated/pages';
import styles from './OrderRefunds.module.css';

/** What went back for an order, and what is left of its total. */
export function OrderRefunds({ refunds, total }: { refunds: TotalRow[]; total: string }) {
  if (refunds.length === 0) return null;
  return (
    <dl className={styles.refunds}>
      {refunds.map(({ label, amount }, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two of a day may be alike, and their order never changes
        <div key={number}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
      <div className={styles.left}>
        <dt>Total after refunds</dt>
        <dd>{total}</dd>
      </div>
    </dl>
  );
}
