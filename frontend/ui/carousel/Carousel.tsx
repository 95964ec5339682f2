import { type KeyboardEvent, lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import { classes } from '../../lib/classes';
import { Hidden } from '../Hidden';
import styles from './Carousel.module.css';
import { useLessMotion } from './lessMotion';
import { moves, type RotationChoice, useAround, useRepeat } from './rotation';
import { slideTo, useSlider } from './slider';
import { SlideLoads, useSlides } from './slides';

const INTERVAL = 7000; // in milliseconds: docs/behaviour/pages.md#timing
const TAP = 10; // a finger that moves less far, in pixels, taps
const LONGEST_TAP = 500; // and one that stays longer, in milliseconds, holds
// 600 ms (docs/behaviour/pages.md#carousels). The slider wants a number of its own; with this one, 1 % of the way is
// left by then.
const SPEED = 24;

/** Needed only once the slider runs; its room is reserved. Fingers and arrow keys work without it. */
const CarouselControls = lazy(() => import('./CarouselControls').catch(() => ({ default: () => null })));

export interface Slide {
  key: string | number;
  /** What screen readers and the dots call it: 'The terraces in spring'. */
  name: string;
  /** Its pictures are `SlidePicture`, so that they load when the slide is about to be shown. */
  content: ReactNode;
}

interface Props {
  /** What the slides show: 'Pictures of Quinta da Lomba'. */
  label: string;
  slides: Slide[];
  /** Milliseconds until the next slide; 0 for slides that only the shopper moves. */
  autoplay?: number;
  /** Slides change over into each other instead of moving sideways. */
  fade?: boolean;
  loop?: boolean;
  dots?: boolean;
  /** Sets --carousel-slide (how wide a slide is, 100% by default) and --carousel-gap. */
  className?: string | undefined;
}

/**
 * Slides that follow finger, arrow keys and buttons (docs/behaviour/pages.md#carousels). Without JavaScript a row that
 * scrolls.
 */
export function Carousel({
  label,
  slides,
  autoplay = INTERVAL,
  fade = false,
  loop = true,
  dots = true,
  className,
}: Props) {
  const root = useRef<HTMLDivElement>(null);
  const viewport = useRef<HTMLDivElement>(null);
  const pressed = useRef(0);
  const { slider } = useSlider(viewport, slides.length > 1, {
    loop,
    fade,
    align: 'start',
    duration: SPEED,
    dragThreshold: TAP,
    inViewThreshold: 0.5,
  });
  const { selected, visible, stops, loaded, loadAround } = useSlides(slider, slides.length, fade);

  const isCarousel = autoplay > 0; // what only the shopper moves is a row of things
  const [choice, setChoice] = useState<RotationChoice>('none');
  const around = useAround(root);
  const lessMotion = useLessMotion();
  const plays = isCarousel && slider !== null && stops > 1 && !lessMotion;
  const moving = plays && moves(choice, around);
  const next = useCallback(() => slider?.scrollNext(), [slider]);
  const prepare = useCallback(() => loadAround(selected), [loadAround, selected]);
  useRepeat(moving, autoplay, next);
  useRepeat(moving, autoplay / 2, prepare);

  const go = (index: number) => {
    if (!slider) return;
    setChoice('stopped');
    if (viewport.current?.contains(document.activeElement)) root.current?.focus({ preventScroll: true });
    const to = loop ? (index + stops) % stops : Math.min(Math.max(index, 0), stops - 1);
    loadAround(to);
    slideTo(slider, to);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (isField(event.target)) return;
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    go(selected + (event.key === forward ? 1 : -1));
  };
  const place = (index: number) => `${slides[index]?.name ?? ''}, ${index + 1} of ${stops}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group, but no fieldset of a form; a page has too many for landmarks
    <div
      ref={root}
      role="group"
      className={classes(styles.carousel, fade && styles.fade, className)}
      aria-roledescription={isCarousel ? 'carousel' : undefined}
      aria-label={label}
      tabIndex={-1}
      data-carousel={isCarousel ? '' : undefined}
      onKeyDown={onKeyDown}
      onPointerEnter={prepare}
      onFocus={prepare}
    >
      {slides.length > 1 && (
        <div className={styles.controls}>
          <Suspense>
            {stops > 1 && (
              <CarouselControls
                playing={plays ? choice !== 'stopped' : null}
                onPlay={() => setChoice(choice === 'stopped' ? 'started' : 'stopped')}
                onPrevious={loop || selected > 0 ? () => go(selected - 1) : null}
                onNext={loop || selected < stops - 1 ? () => go(selected + 1) : null}
                dots={dots ? Array.from({ length: stops }, (_, index) => `Go to ${place(index)}`) : []}
                selected={selected}
                onDot={go}
              />
            )}
          </Suspense>
        </div>
      )}
      <div
        ref={viewport}
        className={classes(styles.viewport, slider !== null && styles.running)}
        onPointerDown={({ timeStamp }) => {
          pressed.current = timeStamp;
          setChoice('stopped');
        }}
        onClickCapture={(event) => {
          const { pointerType } = event.nativeEvent as PointerEvent;
          if (pointerType === 'touch' && event.timeStamp - pressed.current > LONGEST_TAP) event.preventDefault();
        }}
        tabIndex={slider ? undefined : 0} // what scrolls is scrolled by keyboard, too
      >
        <ul className={styles.row}>
          {slides.map(({ key, content }, index) => (
            <li key={key} className={styles.slide} data-slide="" inert={visible !== null && !visible.includes(index)}>
              <SlideLoads value={loaded.has(index)}>{content}</SlideLoads>
            </li>
          ))}
        </ul>
      </div>
      {stops > 1 && (
        <Hidden>
          <span aria-live={moving ? 'off' : 'polite'} aria-atomic="true">
            {place(selected)}
          </span>
        </Hidden>
      )}
    </div>
  );
}

function isField(target: EventTarget): boolean {
  return target instanceof Element && target.matches('input, select, textarea');
}
