import type { RecurringLine, ShippingChoice, TotalRow } from '../../generated/pages';
import { classes } from '../../lib/classes';
import styles from './Amounts.module.css';

interface Props {
  rows: TotalRow[];
  /** Empty where there is none, because nothing may be sent. */
  total: string;
  /** What is charged for later boxes of subscriptions; of an order with links to them. */
  recurring?: (string | RecurringLine)[] | undefined;
  /** Where the ways to deliver stand elsewhere: the one that is chosen says when it arrives. */
  delivery?: ShippingChoice[] | undefined;
}

const NOTHING: (string | RecurringLine)[] = [];

/** The sums under a list of wines: subtotal, delivery, tax, total. */
export function Amounts({ rows, total, recurring = NOTHING, delivery }: Props) {
  const arrival = delivery?.find(({ chosen }) => chosen)?.note;
  const sums = (
    <dl className={styles.amounts}>
      {rows.map((row) => (
        <div
          key={`${row.kind} ${row.label}`}
          className={classes(styles.row, row.kind === 'discount' && styles.discount)}
        >
          <dt>{row.label}</dt>
          <dd>{row.amount}</dd>
          {row.kind === 'shipping' && arrival && <dd className={styles.arrival}>{arrival}</dd>}
        </div>
      ))}
      {total && (
        <div className={classes(styles.row, styles.total)}>
          <dt>Total</dt>
          <dd data-total="">{total}</dd>
        </div>
      )}
    </dl>
  );
  if (recurring.length === 0) return sums;
  return (
    <div className={styles.recurring}>
      {sums}
      {recurring.map((said) =>
        typeof said === 'string' ? (
          <p key={said}>{said}</p>
        ) : (
          <p key={said.label + said.text}>
            {said.url ? <a href={said.url}>{said.label}</a> : said.label}
            {said.text}
          </p>
        ),
      )}
    </div>
  );
}
