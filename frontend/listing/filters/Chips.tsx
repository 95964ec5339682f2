import type { FacetPanel } from '../../generated/pages';
import { Hidden } from '../../ui/Hidden';
import styles from './Chips.module.css';

/** The choices made, each with a way to take it back, and what in the address made no sense. */
export function Chips({ panel }: { panel: FacetPanel }) {
  const { chips, problems, clear_url } = panel;
  return (
    <>
      {problems.length > 0 && (
        <p className={styles.problems} role="status">
          {problems.join(' ')}
        </p>
      )}
      {chips.length > 0 && (
        <ul className={styles.chips} aria-label="Filters in use">
          {chips.map(({ label, url }) => (
            <li key={label}>
              <a className={styles.chip} href={url}>
                <Hidden>Remove </Hidden>
                {label}
                <span className={styles.cross} aria-hidden="true">
                  ×
                </span>
              </a>
            </li>
          ))}
          <li>
            <a className={styles.clear} href={clear_url}>
              Clear all<Hidden> filters</Hidden>
            </a>
          </li>
        </ul>
      )}
    </>
  );
}
