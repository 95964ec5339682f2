import type { Scale, Score } from '../generated/pages';
import { Hidden } from '../ui/Hidden';
import styles from './Tasting.module.css';

interface Props {
  scales: Scale[];
  scores: Score[];
}

/** How a wine tastes, and what critics gave it. What isn't known is absent. */
export function Tasting({ scales, scores }: Props) {
  return (
    <div className={styles.tasting}>
      {scales.length > 0 && (
        <section className={styles.part} aria-labelledby="style">
          <h2 id="style">Style</h2>
          <dl>
            {scales.map((scale) => (
              <div key={scale.slug} className={styles.scale}>
                <dt>{scale.name}</dt>
                <dd>
                  <span className={styles.words}>
                    {scale.words}
                    <Hidden>{`, ${scale.level} of ${scale.most}`}</Hidden>
                  </span>
                  <span className={styles.level} aria-hidden="true">
                    <b>{'●'.repeat(scale.level)}</b>
                    {'●'.repeat(scale.most - scale.level)}
                  </span>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {scores.length > 0 && (
        <section className={styles.part} aria-labelledby="scores">
          <h2 id="scores">Critics’ scores</h2>
          <ul>
            {scores.map(({ source, points, date, iso_date }) => (
              <li key={source + iso_date} className={styles.score}>
                <strong>{points}</strong>
                <span>{source}</span>
                {date && <time dateTime={iso_date}>{date}</time>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
