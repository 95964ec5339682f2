/** Small screens, where the menu slides out (docs/behaviour/pages.md#layout). */
const NARROW = '(max-width: 767px)';

/** Whether the screen is a small one. */
export function isNarrow(): boolean {
  return window.matchMedia?.(NARROW).matches ?? false;
}

/** Call back when the screen is no longer a small one. Returns a function that stops the watch. */
export function whenWide(callBack: () => void): () => void {
  const query = window.matchMedia?.(NARROW);
  const follow = () => {
    if (!query.matches) callBack();
  };
  query?.addEventListener('change', follow);
  return () => query?.removeEventListener('change', follow);
}
