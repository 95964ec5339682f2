import { flushSync } from 'react-dom';
import type { AddressForm } from '../../ui/address/addressSearch';
import type { FoundAddress } from '../../ui/address/foundAddress';
import { setValue } from '../../ui/fields/setValue';
import { type FormParts, type PartName, partValues } from './addressParts';

/** A form of account fields takes an address: its parts have the names of their fields. */
export const ACCOUNT_FORM: AddressForm = {
  country: (field) => control(field, 'country')?.value ?? '',
  fill: (field, address, text) => (address ? fillParts(field, address) : setValue(field, text)),
};

/** Fill in an address: the country first, because it decides what the field of the state is. */
export function fillParts(field: HTMLInputElement, address: FoundAddress): void {
  const country = control(field, 'country');
  if (country && address.country) flushSync(() => setValue(country, address.country));
  const values = partValues(address, partsOf(field));
  for (const [name, text] of Object.entries(values)) {
    const target = name === 'address' ? field : control(field, name as PartName);
    if (target && text) setValue(target, text);
  }
}

function partsOf(field: HTMLInputElement): FormParts {
  const parts: FormParts = {};
  for (const name of ['country', 'state'] as const) {
    const found = control(field, name);
    if (found instanceof HTMLSelectElement) {
      parts[name] = [...found.options].map(({ value, text }) => ({ value, label: text }));
    } else if (found) parts[name] = 'text';
  }
  for (const name of ['city', 'postcode'] as const) if (control(field, name)) parts[name] = 'text';
  return parts;
}

function control(field: HTMLInputElement, name: PartName): HTMLInputElement | HTMLSelectElement | null {
  const found = field.form?.elements.namedItem(name);
  return found instanceof HTMLInputElement || found instanceof HTMLSelectElement ? found : null;
}
