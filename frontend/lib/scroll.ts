/** Whether the shopper prefers less motion. */
export function prefersLessMotion(): boolean {
  return window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}

/** Bring an element into view and focus it; `scroll-margin` in its CSS keeps the distance from the edge. */
export function reveal(element: HTMLElement | null): void {
  if (!element) return;
  element.scrollIntoView?.({ behavior: prefersLessMotion() ? 'auto' : 'smooth', block: 'start' });
  element.focus({ preventScroll: true });
}
