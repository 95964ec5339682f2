/** Do something when the page has nothing else to do. */
export function whenIdle(task: () => void): void {
  (window.requestIdleCallback ?? window.setTimeout)(() => task());
}
