import { useEffect, useRef } from 'react';
import type { LineView } from '../../generated/pages';
import { announceCart } from '../../lib/announce';
import { classes } from '../../lib/classes';
import { CartLine } from './CartLine';
import styles from './CartLines.module.css';
import type { Frame } from './cartFrame';
import { giftNews, priceNews } from './lineAnnouncements';
import { RemovedLine } from './RemovedLine';
import { type Removed, useRemoved } from './removedLines';

interface Props {
  lines: LineView[];
  frame: Frame;
}

/** The lines of the cart, and in their places those that can be put back. It lies inside the form of its frame. */
export function CartLines({ lines, frame }: Props) {
  const removed = useRemoved(lines);
  usePriceNews(lines, frame !== 'widget');
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

function usePriceNews(lines: LineView[], told: boolean): void {
  const before = useRef(lines);
  useEffect(() => {
    if (told && before.current.length > 0) {
      announceCart(`${priceNews(before.current, lines)} ${giftNews(before.current, lines)}`.trim());
    }
    before.current = lines;
  }, [lines, told]);
}
