import type { ReactNode } from 'react';
import styles from './StyleGuidePage.module.css';

/** One component of the guide, under its name in the code. */
export function GuidePart({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <section className={wide ? styles.wide : styles.part} aria-label={name}>
      <h3 className={styles.name}>{name}</h3>
      {children}
    </section>
  );
}
