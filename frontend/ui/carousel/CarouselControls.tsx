import type { ReactNode } from 'react';
import { classes } from '../../lib/classes';
import styles from './CarouselControls.module.css';

interface Props {
  /** True while slides move by themselves, null for a carousel that never does. */
  playing: boolean | null;
  onPlay: () => void;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  /** The names of the places to go to; empty for a carousel without dots. */
  dots: string[];
  selected: number;
  onDot: (index: number) => void;
}

/** Pause first, then the arrows, then a dot for each place to go to. */
export default function CarouselControls({
  playing,
  onPlay,
  onPrevious,
  onNext,
  dots,
  selected,
  onDot,
}: Props): ReactNode {
  return (
    <>
      {playing !== null && (
        <button
          type="button"
          className={styles.round}
          onClick={onPlay}
          aria-label={playing ? 'Pause slides' : 'Play slides'}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={playing ? 'M9 6v12M15 6v12' : 'M8 5.5v13l10-6.5z'} />
          </svg>
        </button>
      )}
      <Arrow name="Previous" path="m15 5-7 7 7 7" onPress={onPrevious} />
      <Arrow name="Next" path="m9 5 7 7-7 7" onPress={onNext} />
      {dots.length > 1 && (
        <ol className={styles.dots}>
          {dots.map((name, index) => (
            <li key={name}>
              <button
                type="button"
                className={styles.dot}
                aria-label={name}
                aria-current={index === selected ? 'true' : undefined}
                onClick={() => onDot(index)}
              />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** docs/behaviour/pages.md#carousels */
function Arrow({ name, path, onPress }: { name: string; path: string; onPress: (() => void) | null }) {
  return (
    <button
      type="button"
      className={classes(styles.round, styles.arrow)}
      aria-label={name}
      disabled={!onPress}
      onClick={onPress ?? undefined}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
}
