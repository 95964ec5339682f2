import { type RefObject, useEffect, useState } from 'react';

/** The shopper's choice: none yet, stopped by any action, or started again with the button. */
export type RotationChoice = 'none' | 'stopped' | 'started';

/** What is going on around a carousel. */
export interface Around {
  hovered: boolean;
  focused: boolean;
  pageHidden: boolean;
}

/**
 * Return whether slides move by themselves now. After a press of Play they also move under the pointer and the focus.
 */
export function moves(choice: RotationChoice, { hovered, focused, pageHidden }: Around): boolean {
  if (pageHidden || choice === 'stopped') return false;
  return choice === 'started' || !(hovered || focused);
}

/** Watch pointer, focus and the page's visibility around an element. */
export function useAround(root: RefObject<HTMLElement | null>): Around {
  const [around, setAround] = useState<Around>({ hovered: false, focused: false, pageHidden: false });
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const note = (part: Partial<Around>) => setAround((before) => ({ ...before, ...part }));
    const watch = new AbortController();
    const { signal } = watch;
    element.addEventListener('pointerenter', () => note({ hovered: true }), { signal });
    element.addEventListener('pointerleave', () => note({ hovered: false }), { signal });
    element.addEventListener('focusin', () => note({ focused: true }), { signal });
    element.addEventListener(
      'focusout',
      ({ relatedTarget }) => note({ focused: relatedTarget instanceof Node && element.contains(relatedTarget) }),
      { signal },
    );
    document.addEventListener('visibilitychange', () => note({ pageHidden: document.hidden }), { signal });
    return () => watch.abort();
  }, [root]);
  return around;
}

/** Call back again and again while `on`, every `interval` milliseconds. */
export function useRepeat(on: boolean, interval: number, callBack: () => void): void {
  useEffect(() => {
    if (!on) return;
    const timer = window.setInterval(callBack, interval);
    return () => window.clearInterval(timer);
  }, [on, interval, callBack]);
}
