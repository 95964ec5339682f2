import { useLayoutEffect, useRef } from 'react';
import type { Removed } from '../lib/removedLines';
import styles from './CartLines.module.css';
import { Hidden } from './Hidden';

/** Stands where something was taken out, until the page is left, and puts it back. It takes over the focus. */
export function RemovedLine({ removed }: { removed: Removed }) {
  const undo = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // The button that was pressed is gone; whoever went on meanwhile is left alone.
    if (document.activeElement === document.body) undo.current?.focus();
  }, []);
  return (
    <li className={styles.removed}>
      <span>{removed.name} removed.</span>{' '}
      <button ref={undo} type="submit" className={styles.undo} name="undo_item" value={removed.lines[0]?.key}>
        Undo? <Hidden>Put {removed.name} back.</Hidden>
      </button>
    </li>
  );
}
