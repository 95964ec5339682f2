import { type RefObject, useEffect, useState } from 'react';

/** Whether an account is to be opened with the order, by the form around an element. */
export function useAccountWanted(inside: RefObject<HTMLElement | null>): boolean {
  const [checked, setChecked] = useState(false);
  useEffect(() => {
    const form = inside.current?.closest('form');
    if (!form) return;
    const look = () => {
      const box = form.elements.namedItem('createaccount');
      setChecked(box instanceof HTMLInputElement && (box.checked || box.type === 'hidden'));
    };
    look();
    form.addEventListener('change', look);
    return () => form.removeEventListener('change', look);
  }, [inside]);
  return checked;
}
