import type { Tier } from '../../generated/pages';
import styles from './TierTable.module.css';

interface Props {
  tiers: Tier[];
  reached: Tier | null;
}

/** What several bottles cost; the row that the chosen quantity reaches is marked. */
export function TierTable({ tiers, reached }: Props) {
  if (tiers.length === 0) return null;
  return (
    <table className={styles.table}>
      <caption>Buy more, pay less</caption>
      <thead>
        <tr>
          <th scope="col">Bottles</th>
          <th scope="col">Discount</th>
          <th scope="col">Each</th>
        </tr>
      </thead>
      <tbody>
        {tiers.map((tier) => (
          <tr key={tier.range} className={tier === reached ? styles.reached : undefined}>
            <th scope="row">{tier.range}</th>
            <td>
              {tier.discount} {tier === reached && <span className={styles.mark}>✓ yours</span>}
            </td>
            <td>{tier.unit_price}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
