import type { ReactNode } from 'react';
import { classes } from '../../lib/classes';
import styles from './GalleryButtons.module.css';

interface Props {
  /** Whether the picture is zoomed; null while it is not large enough to be. */
  zoomed: boolean | null;
  onZoom: () => void;
  onFullScreen: () => void;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}

/** What can be done with the large picture. */
export function GalleryButtons({ zoomed, onZoom, onFullScreen, onPrevious, onNext }: Props): ReactNode {
  return (
    <>
      {(onPrevious || onNext) && (
        <>
          <Round label="Previous picture" path="m15 5-7 7 7 7" place={styles.previous} onPress={onPrevious} />
          <Round label="Next picture" path="m9 5 7 7-7 7" place={styles.next} onPress={onNext} />
        </>
      )}
      <div className={styles.corner}>
        {zoomed !== null && (
          <Round
            label="Zoom"
            path={zoomed ? `${GLASS}M8 10.5h5` : `${GLASS}M8 10.5h5M10.5 8v5`}
            pressed={zoomed}
            onPress={onZoom}
          />
        )}
        <Round
          label="View full-screen image gallery"
          path="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"
          onPress={onFullScreen}
        />
      </div>
    </>
  );
}

const GLASS = 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20 20';

interface RoundProps {
  label: string;
  path: string;
  onPress: (() => void) | null;
  place?: string | undefined;
  pressed?: boolean;
}

function Round({ label, path, onPress, place, pressed }: RoundProps) {
  return (
    <button
      type="button"
      className={classes(styles.round, place)}
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      disabled={!onPress}
      onClick={onPress ?? undefined}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
}
