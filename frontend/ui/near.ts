/** How far below or above the screen counts as near. */
const MARGIN = '300px 0px';

/** Call back once when an element comes near the screen. Returns a function that stops the watch. */
export function whenNear(element: Element, callBack: () => void): () => void {
  if (typeof IntersectionObserver === 'undefined') return () => undefined;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      callBack();
    },
    { rootMargin: MARGIN },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
