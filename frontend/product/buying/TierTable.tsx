import type { Tier } from '../../generated/pages';
import { classes } from '../../lib/classes';
import styles from './TierTable.module.css';

interface Props {
  tiers: Tier[];
  /** The range of the row that is reached, as the store says; empty for none. */
  reached: string;
  /** How many more bottles lead to the next row, as the store says; empty behind the last. */
  hint: string;
}

/** Prices of several bottles. The row that is reached is marked, and the way to the next is described. */
export function TierTable({ tiers, reached, hint }: Props) {
  if (tiers.length === 0) return null;
  const priced = tiers.some((tier) => tier.unit_price);
  return (
    <div className={styles.tiers}>
      <table className={styles.table}>
        <caption>Buy more, pay less</caption>
        <thead>
          <tr>
            <th scope="col">Bottles</th>
            <th scope="col">Discount</th>
            {priced && <th scope="col">Each</th>}
          </tr>
        </thead>
        <tbody>
          {tiers.map((tier) => (
            <tr
              key={tier.range}
              className={classes(tier.range === reached && styles.reached)}
              aria-current={tier.range === reached || undefined}
            >
              <th scope="row">{tier.range}</th>
              <td>
                {tier.discount} {tier.range === reached && <span className={styles.mark}>✓ yours</span>}
              </td>
              {priced && <td>{tier.unit_price}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {hint && <p className={styles.hint}>{hint}</p>}
    </div>
  );
}
