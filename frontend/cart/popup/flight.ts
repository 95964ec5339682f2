import { prefersLessMotion } from '../../lib/scroll';

const FROM = 150; // pixels
const TO = 55;
const FLIGHT = 500; // milliseconds

/** Let the picture of the wine that this element belongs to fly to the basket. Not with reduced motion. */
export async function fly(near: Element | null): Promise<void> {
  const picture = near?.closest('article, main')?.querySelector<HTMLImageElement>('picture img');
  const floating = document.querySelector('[data-basket]:not([data-gone])');
  const basket = floating ?? document.querySelector('[data-cart-link]');
  if (!picture || !basket || prefersLessMotion() || !picture.animate) return;
  const bird = document.createElement('img');
  bird.src = picture.currentSrc || picture.src;
  bird.alt = '';
  bird.dataset.flight = '';
  const size = { inset: '0 auto auto 0', width: `${FROM}px`, height: `${FROM}px` };
  Object.assign(bird.style, size, { position: 'fixed', zIndex: '50', objectFit: 'contain', pointerEvents: 'none' });
  document.body.append(bird);
  const frames = [frame(picture, FROM, 1), frame(basket, TO, 0.3)];
  await bird.animate(frames, { duration: FLIGHT, easing: 'ease-in-out' }).finished.catch(() => undefined);
  bird.remove();
}

/** Return the frame in which the picture has a size, in pixels, in the middle of a place. Only what the compositor
 * animates changes: the page is not laid out or painted again. */
function frame(place: Element, size: number, opacity: number): Keyframe {
  const { left, top, width, height } = place.getBoundingClientRect();
  const [x, y] = [left + (width - FROM) / 2, top + (height - FROM) / 2];
  return { transform: `translate(${x}px, ${y}px) scale(${size / FROM})`, opacity };
}
