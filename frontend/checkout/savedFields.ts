import { setValue } from '../ui/fields/setValue';
import { unfold } from '../ui/unfold';

const KEY = 'vintner.checkout';
/**
 * The fields that are saved. Never passwords, the coupon's code and what the page fills in; the card is no field of the
 * form.
 */
const SAVED = /^((billing|shipping)_\w+|order_comments|ship_to_different_address|createaccount)$/;

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type SavedValues = Record<string, string>;

/** Save a field's value, in this tab only, until the order is placed. */
export function storeField(field: Field): void {
  if (!SAVED.test(field.name)) return;
  const value = isBox(field) ? (field.checked ? '1' : '') : field.value;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...readSaved(), [field.name]: value }));
  } catch {
    // storage is forbidden or full: nothing is saved
  }
}

/** Fill the form with the values from before the page was loaded again. States come after their country. */
export function restoreFields(form: HTMLFormElement): void {
  const saved = Object.entries(readSaved());
  const states = saved.filter(([name]) => name.endsWith('_state'));
  for (const [name, value] of saved) if (!name.endsWith('_state')) restore(form, name, value);
  if (states.length > 0) window.setTimeout(() => states.map(([name, value]) => restore(form, name, value)));
}

export function clearSavedFields(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // storage is forbidden: there is nothing to forget
  }
}

function restore(form: HTMLFormElement, name: string, value: string): void {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLElement)) return;
  const input = field as Field;
  if (isBox(input)) {
    if (input.checked !== (value === '1')) input.click();
  } else if (input.value !== value) {
    setValue(input, value);
    if (value) unfold(input);
  }
}

function isBox(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox';
}

function readSaved(): SavedValues {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as SavedValues;
  } catch {
    return {};
  }
}
