import { type RefObject, useEffect } from 'react';

/** Reports a radio button to React that was chosen before hydration; its next render would undo the choice. */
export function useChosenBefore(place: RefObject<HTMLElement | null>, name: string): void {
  useEffect(() => {
    const radios = place.current?.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`) ?? [];
    const radio = [...radios].find(({ checked, defaultChecked }) => checked && !defaultChecked);
    if (!radio) return;
    radio.checked = false; // else React ignores the click
    radio.click();
  }, [place, name]);
}
