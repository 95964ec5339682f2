export type Tab = 'description' | 'reviews' | 'additional_information';

/**
 * Return the tab that an address opens (docs/behaviour/pages.md#product-page): by its hash, or by a page of comments in
 * it.
 */
export function tabFor(address: URL): Tab {
  const { hash, href } = address;
  if (hash.includes('comment-') || hash === '#reviews' || hash === '#tab-reviews') return 'reviews';
  if (href.includes('comment-page-') || href.includes('cpage=')) return 'reviews';
  return hash === '#tab-additional_information' ? 'additional_information' : 'description';
}

/** Return the tab that a key leads to from the one at `index`, or null for any other key. */
export function tabByKey(key: string, index: number, count: number, rightToLeft: boolean): number | null {
  const next = rightToLeft ? 'ArrowLeft' : 'ArrowRight';
  const previous = rightToLeft ? 'ArrowRight' : 'ArrowLeft';
  if (key === next) return (index + 1) % count;
  if (key === previous) return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
