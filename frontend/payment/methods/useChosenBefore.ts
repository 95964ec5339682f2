import { type RefObject, useEffect } from 'react';

/** Have React hear of a radio button that was chosen before it listened: its next render would undo the choice. */
export function useChosenBefore(place: RefObject<HTMLElement | null>, name: string): void {
  useEffect(() => {
    const radios = place.current?.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`) ?? [];
    const radio = [...radios].find(({ checked, defaultChecked }) => checked && !defaultChecked);
    if (!radio) return;
    radio.checked = false; // else the click is no news to React
    radio.click();
  }, [place, name]);
}
