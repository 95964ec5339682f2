import type { Autocomplete } from '@base-ui/react/autocomplete';
import { useEffect, useRef } from 'react';

/**
 * For a list in place of the library's own popup: says that it has closed. The library waits for the last animation of
 * its popup, and ignores the arrow keys until then.
 */
export function useUnmountOnClose(open: boolean) {
  const actions = useRef<Autocomplete.Root.Actions>(null);
  useEffect(() => {
    if (!open) actions.current?.unmount();
  }, [open]);
  return actions;
}
