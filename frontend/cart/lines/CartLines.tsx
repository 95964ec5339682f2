import { useEffect, useRef } from 'react';
import type { LineView } from '../../generated/pages';
import { announceCart } from '../../lib/announce';
import { classes } from '../../lib/classes';
import { CartLine } from './CartLine';
import styles from './CartLines.module.css';
import type { Frame } from './cartFrame';
import { describeGifts, describePriceChanges } from './lineAnnouncements';
import { RemovedLine } from './RemovedLine';
import { type Removed, useRemoved } from './removedLines';

interface Props {
  lines: LineView[];
  frame: Frame;
}

/** The lines of the cart, and in their places those that can be put back. It lies inside the form of its frame. */
export function CartLines({ lines, frame }: Props) {
  const removed = useRemoved(lines);
  usePriceAnnouncements(lines, frame !== 'widget');
  return (
    <ul className={classes(frame === 'widget' ? 'woocommerce-mini-cart' : styles.lines)}>
      {inPlace(lines, removed).map((row) =>
        'emptied' in row ? (
          frame !== 'widget' && <RemovedLine key={`removed ${row.lines[0]?.key}`} removed={row} />
        ) : (
          <CartLine key={row.key} line={row} frame={frame} />
        ),
      )}
    </ul>
  );
}

function inPlace(lines: LineView[], removed: Removed[]): (LineView | Removed)[] {
  const rows: (LineView | Removed)[] = [...lines];
  for (const entry of [...removed].sort((one, other) => one.index - other.index)) rows.splice(entry.index, 0, entry);
  return rows;
}

function usePriceAnnouncements(lines: LineView[], announced: boolean): void {
  const before = useRef(lines);
  useEffect(() => {
    if (announced && before.current.length > 0) {
      announceCart(`${describePriceChanges(before.current, lines)} ${describeGifts(before.current, lines)}`.trim());
    }
    before.current = lines;
  }, [lines, announced]);
}
