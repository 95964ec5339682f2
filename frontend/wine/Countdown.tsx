import { useEffect, useState } from 'react';
import { classes } from '../lib/classes';
import styles from './Countdown.module.css';

const UNITS = [
  ['Days', 86_400],
  ['Hours', 3600],
  ['Minutes', 60],
  ['Seconds', 1],
] as const;

interface Props {
  /** Without one it is the opening of the store that is waited for. */
  productId?: number;
  label?: string;
  large?: boolean;
}

/**
 * The time until a wine goes on sale or the store opens, by the server's clock. Its room is kept before it is known. It is not read out
 * each second: whoever comes to it hears the time of that moment.
 */
export function Countdown({ productId, label = 'Time until the release', large = false }: Props) {
  const [seconds, setSeconds] = useState<number>();
  useEffect(() => {
    let stop = () => {};
    let left = false;
    import('./countdowns').then(({ watchCountdown }) => {
      if (!left) stop = watchCountdown(productId, setSeconds);
    });
    return () => {
      left = true;
      stop();
    };
  }, [productId]);
  const known = seconds !== undefined;
  return (
    <div
      className={classes(styles.countdown, large && styles.large, !known && styles.unknown)}
      role="timer"
      aria-live="off"
      aria-hidden={known ? undefined : true}
      aria-label={label}
    >
      {UNITS.map(([label, length], place) => {
        const above = UNITS[place - 1]?.[1];
        const rest = above ? (seconds ?? 0) % above : (seconds ?? 0);
        return (
          <span key={label} className={styles.unit}>
            <b className={styles.number}>{String(Math.floor(rest / length)).padStart(2, '0')}</b> {label}{' '}
          </span>
        );
      })}
    </div>
  );
}
