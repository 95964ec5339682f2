import { prefersLessMotion } from './scroll';

const FROM = 150; // pixels, spec 9, timing: fly-to-basket animation
const TO = 55;
const FLIGHT = 500; // milliseconds, spec 9

/** Let the picture of the wine that this element belongs to fly to the basket. Not with reduced motion. */
export async function fly(near: Element | null): Promise<void> {
  const picture = near?.closest('article, main')?.querySelector<HTMLImageElement>('picture img');
  const basket = document.querySelector('[data-basket], [data-cart-link]');
  if (!picture || !basket || prefersLessMotion() || !picture.animate) return;
  const bird = document.createElement('img');
  bird.src = picture.currentSrc || picture.src;
  bird.alt = '';
  bird.dataset.flight = '';
  Object.assign(bird.style, { position: 'fixed', zIndex: '50', objectFit: 'contain', pointerEvents: 'none' });
  document.body.append(bird);
  const frames = [frame(picture, FROM, 1), frame(basket, TO, 0.3)];
  await bird.animate(frames, { duration: FLIGHT, easing: 'ease-in-out' }).finished.catch(() => undefined);
  bird.remove();
}

function frame(place: Element, size: number, opacity: number): Keyframe {
  const { left, top, width, height } = place.getBoundingClientRect();
  return {
    left: `${left + (width - size) / 2}px`,
    top: `${top + (height - size) / 2}px`,
    width: `${size}px`,
    height: `${size}px`,
    opacity,
  };
}
