import type { OrderStep } from '../../generated/pages';
import { classes } from '../../lib/classes';
import { Hidden } from '../../ui/Hidden';
import styles from './OrderSteps.module.css';

/** What happened to the order, and what is still to come: a row, and on narrow pages a column. */
export function OrderSteps({ steps }: { steps: OrderStep[] }) {
  return (
    <section aria-labelledby="history" className={styles.part}>
      <h2 id="history">
        <Hidden>History of the order</Hidden>
      </h2>
      <ol className={styles.steps}>
        {steps.map(({ label, on, datetime, is_bad }, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two parcels of a day may read alike, and their order stays
          <li key={number} className={classes(styles.step, on && styles.done, is_bad && styles.bad)}>
            <span className={styles.label}>{label}</span>
            {on ? (
              <time className={styles.soft} dateTime={datetime}>
                {on}
              </time>
            ) : (
              <span className={styles.soft}>Still to come</span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
