import styles from './GridSkeleton.module.css';

/** Where the next row of wines will be. */
export function GridSkeleton() {
  return (
    <div className={styles.row} aria-hidden="true">
      {[1, 2, 3, 4].map((place) => (
        <div key={place} className={styles.card}>
          <div className={styles.frame} />
          <div className={styles.line} />
          <div className={styles.line} />
        </div>
      ))}
    </div>
  );
}
