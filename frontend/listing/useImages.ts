import { useEffect } from 'react';

const PATIENCE = 2500; // in milliseconds: docs/behaviour/pages.md#timing

/** Call back when all these elements' pictures have come or failed, or after 2500 ms. */
export function useImages(find: () => Iterable<Element>, awaited: boolean, onReady: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked up once, when the waiting begins
  useEffect(() => {
    if (!awaited) return;
    let over = false;
    const ready = () => {
      if (!over) onReady();
      over = true;
    };
    const images = [...find()].flatMap((element) => [...element.querySelectorAll('img')]);
    void Promise.all(images.map(settled)).then(ready);
    const timer = window.setTimeout(ready, PATIENCE);
    return () => {
      over = true;
      window.clearTimeout(timer);
    };
  }, [awaited]);
}

function settled(image: HTMLImageElement): Promise<void> {
  if (image.complete) return Promise.resolve();
  return new Promise((resolve) => {
    image.addEventListener('load', () => resolve(), { once: true });
    image.addEventListener('error', () => resolve(), { once: true });
  });
}
