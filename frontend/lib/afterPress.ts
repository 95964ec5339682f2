let pressed = false;

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => set(true), { capture: true });
  document.addEventListener('pointerup', () => set(false), { capture: true });
  document.addEventListener('pointercancel', () => set(false), { capture: true });
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
