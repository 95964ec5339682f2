import type { PointerEvent } from 'react';
import { MAIN_PICTURE_SIZES } from '../../lib/mainPicture';

/** How long a mouse rests on a link before browsers fetch its page, in milliseconds. */
const REST = 200;

let timer = 0;

/**
 * Fetch the main picture of a wine whose page is about to be opened: a mouse rests on its card, or its link is pressed.
 * Browsers fetch the page itself, but not what it shows.
 */
export function expectPage({ type, pointerType, target, currentTarget }: PointerEvent<HTMLElement>): void {
  window.clearTimeout(timer);
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  if (type === 'pointerdown' ? (target as Element).closest('a') : pointerType === 'mouse')
    timer = window.setTimeout(fetchPicture, type === 'pointerdown' ? 0 : REST, currentTarget);
}

export function expectNothing(): void {
  window.clearTimeout(timer);
}

function fetchPicture(card: HTMLElement): void {
  const picture = card.querySelector('picture')?.cloneNode(true) as HTMLElement | undefined;
  for (const each of picture?.querySelectorAll('source') ?? []) each.sizes = MAIN_PICTURE_SIZES;
  for (const each of picture?.querySelectorAll('img') ?? []) each.loading = 'eager';
}
