import type { MouseEvent } from 'react';
import { pageState } from '../lib/layers';
import { glideTo } from './glide';

const MILLISECONDS = 1000; // docs/behaviour/pages.md#timing

/** Bring the element with this id into view slowly, and the focus to it. */
export function glideToElement(id: string): void {
  const target = document.getElementById(id);
  if (!target) return;
  const room = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  target.focus({ preventScroll: true });
  glideTo(target.getBoundingClientRect().top + window.scrollY - room, MILLISECONDS);
}

/** Follow a link to a part of the same page slowly. The target takes the focus, so it has a `tabIndex`. */
export function followSlowly(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { hash } = event.currentTarget;
  if (window.location.hash !== hash) window.history.pushState(pageState(), '', hash);
  glideToElement(hash.slice(1));
}
