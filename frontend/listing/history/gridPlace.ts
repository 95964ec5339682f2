/** Where a shopper is in a grid: which wine, how far from the top of the window, whether the keyboard is there. */
export interface Place {
  product: string;
  top: number;
  focus: boolean;
}

/** Return the shopper's place: the wine that has the focus if it is to be seen, otherwise the first to be seen. */
export function placeNow(list: HTMLElement): Place | null {
  const active = document.activeElement;
  const focused = list.contains(active) ? active?.closest<HTMLElement>('[data-product]') : null;
  const item = focused && isSeen(focused) ? focused : itemsOf(list).find(isSeen);
  if (!item?.dataset.product) return null;
  return {
    product: item.dataset.product,
    top: item.getBoundingClientRect().top,
    focus: item === focused && active?.matches(':focus-visible') === true,
  };
}

/** Scroll so that the wine of this place stands where it stood. Does nothing when it is gone. */
export function goBackTo(list: HTMLElement, place: Place): void {
  const item = itemOf(list, place.product);
  if (!item) return;
  list.dataset.whole = ''; // the room of what is not laid out yet is an estimate
  window.scrollBy({ top: item.getBoundingClientRect().top - place.top, behavior: 'instant' });
  if (place.focus) focusWine(list, place.product);
}

/** Put the keyboard on a wine's name without scrolling. */
export function focusWine(list: HTMLElement, product: string): void {
  itemOf(list, product)?.querySelector<HTMLElement>('h3 a')?.focus({ preventScroll: true });
}

function itemsOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[data-product]')];
}

function itemOf(list: HTMLElement, product: string): HTMLElement | undefined {
  return itemsOf(list).find((item) => item.dataset.product === product);
}

function isSeen(item: HTMLElement): boolean {
  const { top, bottom } = item.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
