import PhotoSwipe, { type SlideData } from 'photoswipe';
import 'photoswipe/dist/photoswipe.css';
import './lightbox.css';
import type { Image } from '../../generated/pages';
import { layerClosed, layerOpened } from '../../lib/layers';
import { largest } from './pictures';

const UNREADABLE = 'The requested content cannot be loaded. Please try again later.';

/**
 * Show pictures on the whole screen, as a modal dialog called `label`. Escape closes it; the focus goes back to where
 * it was. `closed` gets the index of the last picture seen.
 */
export function openLightbox(images: Image[], index: number, label: string, closed: (index: number) => void): void {
  const opener = document.activeElement;
  const root = document.getElementById('root');
  const box = new PhotoSwipe({
    dataSource: images.map(slide),
    index,
    loop: false,
    padding: { top: 0, right: 0, bottom: 56, left: 0 }, // the caption's place
    showHideAnimationType: 'none', // docs/behaviour/pages.md#gallery
    bgOpacity: 1,
    returnFocus: false, // done below, when the page can take it again
    arrowPrevTitle: 'Previous',
    arrowNextTitle: 'Next',
    closeTitle: 'Close',
    zoomTitle: 'Zoom',
    errorMsg: UNREADABLE,
  });
  box.on('uiRegister', () => addCaption(box, images));
  box.on('bindEvents', () => {
    describe(box, label);
    box.element?.addEventListener('keydown', goRound);
    if (root) root.inert = true;
    layerOpened(box, () => box.close());
  });
  box.on('destroy', () => {
    if (root) root.inert = false;
    layerClosed(box);
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    closed(box.currIndex);
  });
  box.init();
}

function slide(image: Image): SlideData {
  const { src, srcset, width, height } = largest(image);
  return { src, srcset, width, height, alt: image.alt };
}

/** The caption, or else the title; read out as it changes. */
function addCaption(box: PhotoSwipe, images: Image[]): void {
  box.ui?.registerElement({
    name: 'caption',
    appendTo: 'root',
    onInit: (element) => {
      element.setAttribute('aria-live', 'polite');
      box.on('change', () => {
        const image = images[box.currIndex];
        element.textContent = image?.caption || image?.alt || '';
      });
    },
  });
}

/** Behind the last button comes the first, and the other way round. */
function goRound(event: KeyboardEvent): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('.pswp button')].filter(
    (button) => button.getClientRects().length > 0 && !button.matches(':disabled'),
  );
  const [first, last] = [buttons[0], buttons.at(-1)];
  const atEnd = document.activeElement === (event.shiftKey ? first : last);
  if (event.key !== 'Tab' || !(atEnd || !buttons.some((button) => button === document.activeElement))) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}

function describe(box: PhotoSwipe, label: string): void {
  box.element?.setAttribute('aria-modal', 'true');
  box.element?.setAttribute('aria-label', label);
  box.scrollWrap?.setAttribute('role', 'group');
}
