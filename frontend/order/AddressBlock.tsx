import styles from './AddressBlock.module.css';

/** An address as it stands on a parcel. */
export function AddressBlock({ title, lines }: { title: string; lines: string[] }) {
  if (lines.length === 0) return null;
  return (
    <section className={styles.block}>
      <h2 className={styles.title}>{title}</h2>
      <address className={styles.address}>
        {lines.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </address>
    </section>
  );
}
