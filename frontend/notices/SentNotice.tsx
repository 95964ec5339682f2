import type { ReactNode } from 'react';
import styles from './SentNotice.module.css';

/** Says that what a form asked for is done, and what happens next. Screen readers read it when it appears. */
export function SentNotice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.notice} role="status">
      <h2 className={styles.title}>{title}</h2>
      {children}
    </div>
  );
}
