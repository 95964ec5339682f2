import { useEffect, useState } from 'react';
import { classes } from '../../lib/classes';
import styles from './AddedNotice.module.css';

const VISIBLE_FOR = 2500; // in milliseconds: docs/behaviour/pages.md#timing

/** Shows what was added, and slides up. Screen readers read the page's announcement instead. */
export function AddedNotice({ name }: { name: string }) {
  const [gone, setGone] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setGone(true), VISIBLE_FOR);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <div className={classes(styles.place, gone && styles.gone)} aria-hidden={gone} data-added="">
      <p className={styles.notice}>
        <span aria-hidden="true">✓</span> {name} is in your cart.
      </p>
    </div>
  );
}
