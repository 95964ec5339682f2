import type { ReactNode } from 'react';
import styles from './AddressBlock.module.css';

/** An address as it stands on a parcel, and what is to be said of it. */
export function AddressBlock({ title, lines, children }: { title: string; lines: string[]; children?: ReactNode }) {
  if (lines.length === 0 && !children) return null;
  return (
    <section className={styles.block}>
      <h2 className={styles.title}>{title}</h2>
      {lines.length > 0 && (
        <address className={styles.address}>
          {lines.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </address>
      )}
      {children}
    </section>
  );
}
