import type { ReactNode } from 'react';
import styles from './FieldDescription.module.css';
import { foldDescription } from './foldDescription';

/**
 * What a field says about itself while it has the focus. It stands beside the input; the input names it in
 * `aria-describedby`, so screen readers have it whether it is folded or not.
 */
export function FieldDescription({ id, children }: { id: string; children: ReactNode }) {
  return (
    <span ref={foldDescription} className={styles.fold}>
      <span className={styles.inner}>
        <span id={id} className={styles.text}>
          {children}
        </span>
      </span>
    </span>
  );
}
