import type { Fact } from '../../generated/pages';
import styles from './Facts.module.css';

/** What is known of a wine. What isn't known is absent. */
export function Facts({ facts }: { facts: Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {facts.map((fact) => (
        <div key={fact.slug} className={styles.fact}>
          <dt>{fact.name}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
