import type { Tier } from '../../generated/pages';
import { classes } from '../../lib/classes';
import styles from './TierTable.module.css';
import { nextTier, reachedTier } from './tiers';

interface Props {
  tiers: Tier[];
  quantity: number;
}

/** What several bottles cost; the row that the chosen quantity reaches is marked. */
export function TierTable({ tiers, quantity }: Props) {
  if (tiers.length === 0) return null;
  const reached = reachedTier(tiers, quantity);
  const next = nextTier(tiers, quantity);
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
              className={classes(tier === reached && styles.reached)}
              aria-current={tier === reached || undefined}
            >
              <th scope="row">{tier.range}</th>
              <td>
                {tier.discount} {tier === reached && <span className={styles.mark}>✓ yours</span>}
              </td>
              {priced && <td>{tier.unit_price}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {next && (
        <p className={styles.next}>
          {next.more} more {next.more === 1 ? 'bottle' : 'bottles'} and you get {next.tier.discount}.
        </p>
      )}
    </div>
  );
}
