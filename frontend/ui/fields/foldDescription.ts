import { afterPress } from '../../lib/afterPress';

/**
 * Shut a field's description on Escape and on a click outside the field; the next focus or click in it opens it again.
 * While a pointer is pressed its height is fixed, so that a button below is still under the pointer when it is let go.
 */
export function foldDescription(description: HTMLElement): () => void {
  const field = description.parentElement ?? description;
  const open = () => description.removeAttribute('data-shut');
  const shut = () => description.setAttribute('data-shut', '');
  const isOpen = () => field.contains(document.activeElement) && !description.hasAttribute('data-shut');
  const onPress = (event: Event) => {
    const height = description.offsetHeight;
    if (height > 0) {
      description.style.blockSize = `${height}px`;
      afterPress(() => description.style.removeProperty('block-size'));
    }
    if (!field.contains(event.target as Node)) shut();
  };
  const shutOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen()) return;
    event.preventDefault(); // a dialog around the field stays open
    shut();
  };
  field.addEventListener('focusin', open);
  field.addEventListener('click', open);
  field.addEventListener('keydown', shutOnEscape);
  document.addEventListener('pointerdown', onPress);
  return () => {
    field.removeEventListener('focusin', open);
    field.removeEventListener('click', open);
    field.removeEventListener('keydown', shutOnEscape);
    document.removeEventListener('pointerdown', onPress);
  };
}
