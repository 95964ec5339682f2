const HOLD = 200; // ms; docs/behaviour/pages.md#basket

interface Drag {
  /** The press has become a drag. */
  onStart: () => void;
  /** The pointer has moved so far since it was pressed, in pixels. */
  onMove: (right: number, down: number) => void;
  onEnd: () => void;
}

/** Let an element be dragged: a press held longer than HOLD is a drag and no click. Returns a way to stop. */
export function makeDraggable(element: HTMLElement, { onStart, onMove, onEnd }: Drag): () => void {
  let timer = 0;
  let start: PointerEvent | null = null;
  let dragging = false;
  let swallow = false;

  const press = (event: PointerEvent) => {
    if (!event.isPrimary || event.button !== 0) return;
    swallow = false;
    start = event;
    element.setPointerCapture?.(event.pointerId);
    timer = window.setTimeout(() => {
      dragging = true;
      onStart();
    }, HOLD);
  };
  const move = (event: PointerEvent) => {
    if (dragging && start) onMove(event.clientX - start.clientX, event.clientY - start.clientY);
  };
  const release = () => {
    window.clearTimeout(timer);
    if (dragging) onEnd();
    swallow = dragging;
    dragging = false;
    start = null;
  };
  const click = (event: MouseEvent) => {
    if (!swallow) return;
    swallow = false;
    event.preventDefault();
    event.stopPropagation();
  };
  const stay = (event: Event) => event.preventDefault(); // the browser's own dragging of links
  element.addEventListener('pointerdown', press);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', release);
  element.addEventListener('pointercancel', release);
  element.addEventListener('click', click, true);
  element.addEventListener('dragstart', stay);
  element.addEventListener('contextmenu', stay); // a long touch
  return () => {
    window.clearTimeout(timer);
    element.removeEventListener('pointerdown', press);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', release);
    element.removeEventListener('pointercancel', release);
    element.removeEventListener('click', click, true);
    element.removeEventListener('dragstart', stay);
    element.removeEventListener('contextmenu', stay);
  };
}
