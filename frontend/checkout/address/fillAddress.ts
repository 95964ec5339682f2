import { flushSync } from 'react-dom';
import { announce } from '../../lib/announce';
import { setValue } from '../../ui/fields/setValue';
import { unfold } from '../../ui/unfold';

/**
 * Fill a group's fields with an address of the book: with the country, the states that can be chosen change. An address
 * without a phone number leaves the one that was typed.
 */
export function fillAddress(form: HTMLFormElement, group: string, parts: Record<string, string>): void {
  const fill = (part: string) => {
    const field = form.elements.namedItem(`${group}_${part}`);
    const text = parts[part] ?? '';
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) || field.value === text) return;
    if (part === 'phone' && !text) return;
    setValue(field, text);
    if (text) unfold(field);
  };
  flushSync(() => fill('country'));
  for (const part of Object.keys(parts)) if (part !== 'country') fill(part);
  announce('The address is filled in.');
}
