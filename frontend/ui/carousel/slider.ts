import type { EmblaCarouselType, EmblaOptionsType } from 'embla-carousel';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { prefersLessMotion } from '../../lib/scroll';
import { whenNear } from '../near';

export type Slider = EmblaCarouselType;

/** Move to a slide, at once with reduced motion. */
export function slideTo(slider: Slider, index: number): void {
  slider.scrollTo(index, prefersLessMotion());
}

interface Options extends EmblaOptionsType {
  fade?: boolean;
  /** When to start: by default as soon as the row comes near the screen. */
  when?: typeof whenNear;
}

interface Sliding {
  /** Null until it has started. */
  slider: Slider | null;
  /** Move to a slide; starts the slider if need be. */
  slide: (index: number) => void;
}

/** Make a slider of a row; its code is not loaded before it starts. The options of the first render count. */
export function useSlider(viewport: RefObject<HTMLElement | null>, on: boolean, options: Options): Sliding {
  const [slider, setSlider] = useState<Slider | null>(null);
  const first = useRef(options);
  const start = useRef(() => {});
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    const element = viewport.current;
    if (!element || !on || typeof IntersectionObserver === 'undefined') return; // the slider needs it
    let made: Promise<Slider> | null = null;
    let gone = false;
    start.current = () => {
      made ??= makeSlider(element, first.current);
      void made.then((fresh) => {
        if (gone) return;
        if (wanted.current !== null) slideTo(fresh, wanted.current);
        wanted.current = null;
        setSlider(fresh);
      });
    };
    const { when = whenNear } = first.current;
    const stop = when(element, () => start.current());
    return () => {
      gone = true;
      stop();
      start.current = () => {};
      void made?.then((fresh) => fresh.destroy());
      setSlider(null);
    };
  }, [viewport, on]);

  const slide = useCallback(
    (index: number) => {
      if (slider) return slideTo(slider, index);
      wanted.current = index;
      start.current();
    },
    [slider],
  );
  return { slider, slide };
}

async function makeSlider(element: HTMLElement, { fade, when: _when, ...options }: Options): Promise<Slider> {
  const [{ default: create }, plugin] = await Promise.all([
    import('embla-carousel'),
    fade ? import('embla-carousel-fade') : null,
  ]);
  const { direction } = getComputedStyle(element);
  const startIndex = scrolledTo(element);
  element.scrollLeft = 0;
  return create(
    element,
    { ...options, startIndex, direction: direction === 'rtl' ? 'rtl' : 'ltr' },
    plugin ? [plugin.default()] : [],
  );
}

/** The slide that the shopper has scrolled to before the slider took over. */
function scrolledTo(element: HTMLElement): number {
  const width = element.querySelector<HTMLElement>('[data-slide]')?.offsetWidth;
  return width ? Math.round(Math.abs(element.scrollLeft) / width) : 0;
}
