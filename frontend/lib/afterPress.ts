let pressed = false;

if (typeof document !== 'undefined') {
  // Safari does not tell the end of a press that opens a native list, nor do others where it opens a context menu.
  document.addEventListener(
    'pointerdown',
    ({ button, target }) => set(!button && !(target instanceof HTMLSelectElement)),
    true,
  );
  document.addEventListener('pointerup', () => set(false), true);
  document.addEventListener('pointercancel', () => set(false), true);
}

let waiting: (() => void)[] = [];

/**
 * Do something now, or once the pressed pointer is let go and its click is over: what moves away under a pointer is
 * not clicked.
 */
export function afterPress(task: () => void): void {
  if (pressed) waiting.push(task);
  else task();
}

function set(isPressed: boolean): void {
  pressed = isPressed;
  if (pressed || waiting.length === 0) return;
  const tasks = waiting;
  waiting = [];
  window.setTimeout(() => {
    for (const task of tasks) task();
  });
}
