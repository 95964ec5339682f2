/** Do something after the next frame: what answers a press at once is seen before work that takes longer. */
export function afterPaint(task: () => void): void {
  requestAnimationFrame(() => window.setTimeout(task));
}
