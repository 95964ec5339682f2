import { useLayoutEffect, useRef } from 'react';
import { Hidden } from '../../ui/Hidden';
import { bottleName } from '../bottleName';
import styles from './CartLines.module.css';
import type { Removed } from './removedLines';

/** Stands where something was taken out, until the page is left, and puts it back. It takes over the focus. */
export function RemovedLine({ removed }: { removed: Removed }) {
  const undo = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // The pressed button is gone. A shopper who has moved the focus since keeps it where it is.
    if (document.activeElement === document.body) undo.current?.focus();
  }, []);
  const [line, ...others] = removed.lines;
  const what = line && others.length === 0 ? bottleName(line) : removed.name;
  return (
    <li className={styles.removed}>
      <span>{removed.name} removed.</span>{' '}
      <button ref={undo} type="submit" className={styles.undo} name="undo_item" value={line?.key}>
        Undo? <Hidden>Put {what} back.</Hidden>
      </button>
    </li>
  );
}
