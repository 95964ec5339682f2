/** Where the first wine of a loaded page stands, in pixels from the top of the window. */
export interface PageStart {
  url: string;
  top: number;
}

/**
 * Return the address of the page in view: the last that begins above the middle of the window
 * (docs/behaviour/pages.md#listing).
 */
export function pageInView(starts: PageStart[], middle: number): string {
  const begun = starts.filter(({ top }) => top < middle);
  return (begun.at(-1) ?? starts[0])?.url ?? '';
}
