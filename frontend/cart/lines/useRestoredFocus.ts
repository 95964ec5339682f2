import { type RefObject, useEffect } from 'react';
import { wasRestored } from './removedLines';

/** Give a line that was put back the focus, which its undo button had. */
export function useRestoredFocus(key: string, control: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (wasRestored(key) && document.activeElement === document.body) control.current?.focus();
  }, [key, control]);
}
