import { type RefObject, useState } from 'react';
import { useImages } from './useImages';

/**
 * Whether the content is still hidden because its pictures are loading. That is an option of the store and off by
 * default: text that waits for pictures is the slowest first paint there is. Only pictures of the first screen can be
 * awaited, since all others load when they come near.
 */
export function useHiddenContent(content: RefObject<HTMLElement | null>, wanted: boolean): boolean {
  const [waiting, setWaiting] = useState(wanted);
  useImages(
    () => (content.current ? [content.current] : []),
    waiting,
    () => setWaiting(false),
  );
  return waiting;
}
