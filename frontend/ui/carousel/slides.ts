import { createContext, useCallback, useEffect, useState } from 'react';
import type { Slider } from './slider';

/** Whether the slide around may load its pictures; null outside of a carousel. */
export const SlideLoads = createContext<boolean | null>(null);

export interface Slides {
  selected: number;
  /** The slides that can be seen; all of them until the slider runs. */
  visible: readonly number[] | null;
  /** Where the slider stops: fewer than slides where several stand side by side. */
  stops: number;
  loaded: ReadonlySet<number>;
  /** Let the pictures of a slide and of those before and after it load. */
  loadAround: (index: number) => void;
}

/**
 * Follow a slider. At start only the first slide is loaded; the others right before they come into view. Of slides that
 * are `stacked`, as fading ones are, only the selected one can be seen.
 */
export function useSlides(slider: Slider | null, count: number, stacked = false): Slides {
  const [selected, setSelected] = useState(0);
  const [visible, setVisible] = useState<readonly number[] | null>(null);
  const [stops, setStops] = useState(0);
  const [loaded, setLoaded] = useState<ReadonlySet<number>>(new Set([0]));

  const load = useCallback((indexes: number[]) => {
    setLoaded((before) => (indexes.every((each) => before.has(each)) ? before : new Set([...before, ...indexes])));
  }, []);
  const loadAround = useCallback(
    (index: number) => load([-1, 0, 1].map((step) => (index + step + count) % count)),
    [load, count],
  );
  useEffect(() => {
    if (!slider) return;
    const look = () => setStops(slider.scrollSnapList().length);
    const select = () => {
      setSelected(slider.selectedScrollSnap());
      if (slider.selectedScrollSnap() !== slider.previousScrollSnap()) loadAround(slider.selectedScrollSnap());
    };
    const see = () => {
      setVisible(slider.slidesInView());
      load(slider.slidesInView());
    };
    look();
    select();
    slider.on('reInit', look).on('reInit', select).on('select', select);
    if (!stacked) slider.on('slidesInView', see);
  }, [slider, load, loadAround, stacked]);
  return { selected, visible: slider && (stacked ? [selected] : visible), stops, loaded, loadAround };
}
