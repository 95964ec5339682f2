import { useEffect, useRef } from 'react';
import { layerClosed, layerOpened } from '../lib/layers';

/** For a dialog that lies above everything as long as it is there: on a phone Back closes it. */
export function useModalLayer() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    layerOpened(element, () => element.close());
    element.showModal();
    return () => {
      element.close();
      layerClosed(element);
    };
  }, []);
  return dialog;
}
