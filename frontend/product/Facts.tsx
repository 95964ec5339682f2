import type { Fact } from '../generated/pages';
import styles from './Facts.module.css';
import { partFacts } from './factRows';

/** What is known of a wine, to be taken in at a glance. What isn't known is absent. */
export function Facts({ facts }: { facts: Fact[] }) {
  if (facts.length === 0) return null;
  const { bottle, taste } = partFacts(facts);
  return (
    <dl className={styles.facts}>
      {taste.map((fact) => (
        <div key={fact.slug} className={styles.taste}>
          <dt>{fact.name}</dt>
          <dd>
            <ul className={styles.notes}>
              {fact.value.split(', ').map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
      {bottle.map((fact) => (
        <div key={fact.slug} className={styles.fact}>
          <dt>{fact.name}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
