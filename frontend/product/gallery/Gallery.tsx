import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import type { Image } from '../../generated/pages';
import { classes } from '../../lib/classes';
import { useHydrated } from '../../lib/hydrated';
import { MAIN_PICTURE_SIZES } from '../../lib/mainPicture';
import { SlidePicture } from '../../ui/carousel/SlidePicture';
import { useSlider } from '../../ui/carousel/slider';
import { SlideLoads, useSlides } from '../../ui/carousel/slides';
import { firstOf } from '../../ui/firstOf';
import { Hidden } from '../../ui/Hidden';
import { Picture } from '../../ui/Picture';
import styles from './Gallery.module.css';
import { GalleryButtons } from './GalleryButtons';
import { largest, picturesOf } from './pictures';
import { useZoom } from './zoom';

// 500 ms (docs/behaviour/pages.md#gallery). The slider wants a number of its own; with this one, 1 % of the way is left
// by then.
const SPEED = 20;
/** So many thumbnails can stand on the first screen. */
const SEEN = 4;

interface Props {
  /** The wine's name. */
  name: string;
  images: Image[];
  /** The picture of the chosen variation, shown in place of the first. */
  variationImage: Image | null;
}

/** The pictures of a wine: one large, all the others as thumbnails (links to the files without JavaScript). */
export function Gallery({ name, images, variationImage }: Props) {
  const all = picturesOf(images, variationImage);
  const viewport = useRef<HTMLDivElement>(null);
  const zooms = useRef(false);
  const { slider, slide } = useSlider(viewport, all.length > 1, {
    when: onFirstTouch,
    duration: SPEED,
    // Under the mouse a picture is zoomed, and a zoomed one follows the finger.
    watchDrag: (_slider, event) => !zooms.current && !(event instanceof MouseEvent && event.button !== 0),
  });
  const { selected, loaded, loadAround } = useSlides(slider, all.length, true);
  const current = all[selected] ?? all[0];
  const zoom = useZoom(viewport, current ? largest(current).width : 0);
  zooms.current = zoom.on;
  const hydrated = useHydrated();

  const own = variationImage?.src;
  useEffect(() => {
    if (own) slide(0);
  }, [slide, own]);
  if (!current) return <div className={styles.frame} />;

  const go = (index: number) => {
    zoom.off();
    loadAround(index);
    slide(index);
  };
  const pick = (event: MouseEvent, index: number) => {
    event.preventDefault();
    go(index);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') return zoom.off();
    const step = stepOf(event);
    const taken = zoom.on ? zoom.move(event.key) : step !== 0;
    if (!taken) return;
    event.preventDefault();
    if (!zoom.on) go(Math.min(Math.max(selected + step, 0), all.length - 1));
  };
  const openLightbox = async () => {
    zoom.off();
    const lightbox = await import('./lightbox');
    lightbox.openLightbox(all, selected, `Pictures of ${name}`, go);
  };
  return (
    <figure className={classes(styles.gallery, all.length > 1 && styles.several)} onKeyDown={onKeyDown}>
      <div className={classes(styles.frame, zoom.on && styles.zoomed)} onPointerEnter={() => loadAround(selected)}>
        {/* biome-ignore lint/a11y: the zoom button beside it does the same for the keyboard */}
        <div
          ref={viewport}
          className={classes(styles.viewport, slider !== null && styles.running)}
          onClick={zoom.offered ? zoom.toggle : undefined}
          {...zoom.hover}
        >
          <div className={styles.row}>
            {all.map((image, index) => (
              <div key={image.src} className={styles.slide} data-slide="" inert={hydrated && index !== selected}>
                <SlideLoads value={loaded.has(index) || index === 0}>
                  <SlidePicture
                    image={image}
                    sizes={zoom.on ? `${largest(image).width}px` : MAIN_PICTURE_SIZES}
                    onScreen={index === 0}
                  />
                </SlideLoads>
              </div>
            ))}
          </div>
        </div>
        {hydrated && (
          <GalleryButtons
            zoomed={zoom.offered ? zoom.on : null}
            onZoom={() => zoom.toggle()}
            onFullScreen={() => void openLightbox()}
            onPrevious={selected > 0 ? () => go(selected - 1) : null}
            onNext={selected < all.length - 1 ? () => go(selected + 1) : null}
          />
        )}
      </div>
      {current.caption && <figcaption className={styles.caption}>{current.caption}</figcaption>}
      {all.length > 1 && <Thumbnails images={all} selected={selected} onPick={pick} />}
      {hydrated && all.length > 1 && (
        <Hidden>
          <span aria-live="polite">{`Picture ${selected + 1} of ${all.length}`}</span>
        </Hidden>
      )}
    </figure>
  );
}

/** With the mouse or the focus; a finger's swipe is the browser's own until it rests, then the slider goes on there. */
function onFirstTouch(row: Element, start: () => void): () => void {
  const gallery = row.closest('figure') ?? row;
  const rest = 'onscrollend' in row ? 'scrollend' : 'touchend';
  return firstOf(
    [
      [gallery, 'mouseenter'],
      [gallery, 'focusin'],
      [row, rest],
    ],
    start,
  );
}

function stepOf({ key, currentTarget }: KeyboardEvent<HTMLElement>): number {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return 0;
  const forward = getComputedStyle(currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  return key === forward ? 1 : -1;
}

interface ThumbnailsProps {
  images: Image[];
  selected: number;
  onPick: (event: MouseEvent, index: number) => void;
}

function Thumbnails({ images, selected, onPick }: ThumbnailsProps) {
  return (
    <ul className={styles.thumbnails}>
      {images.map((image, index) => (
        <li key={image.src}>
          <a
            className={styles.thumbnail}
            href={image.src}
            onClick={(event) => onPick(event, index)}
            aria-current={index === selected ? 'true' : undefined}
            aria-label={`Picture ${index + 1} of ${images.length}: ${image.alt}`}
          >
            <Picture image={image} sizes="4.5rem" alt="" onScreen={index < SEEN} />
          </a>
        </li>
      ))}
    </ul>
  );
}
