import { setValue } from '../ui/fields/setValue';
import { unfold } from '../ui/unfold';
import { loadRules } from './address/countryRules';

const KEY = 'vintner.checkout';
const CONSENTS_KEY = 'vintner.checkout.consents';
/**
 * The fields that are saved. Never passwords, the coupon's code and what the page fills in; the card is no field of the
 * form.
 */
const SAVED = /^((billing|shipping)_\w+|order_comments|ship_to_different_address|createaccount|is_gift|gift_\w+)$/;
/** What is an address only together: parts of two would send the parcel to nobody. */
const ADDRESS = ['country', 'address_1', 'address_2', 'city', 'state', 'postcode'];
const GROUPS = ['billing', 'shipping'];
const EMAIL = 'billing_email';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type SavedValues = Record<string, string>;

let isEmailForgotten = false;

/** Save a field's value, in this tab only, until the order is placed; of an address, all its parts. */
export function storeField(field: Field): void {
  if (!SAVED.test(field.name) || (isEmailForgotten && field.name === EMAIL)) return;
  const group = GROUPS.find((each) => addressOf(each).includes(field.name));
  const values: SavedValues = {};
  for (const name of group ? addressOf(group) : [field.name]) {
    const each = name === field.name ? field : field.form && findField(field.form, name);
    if (each) values[name] = isBox(each) ? (each.checked ? '1' : '') : each.value;
  }
  save({ ...readSaved(), ...values });
}

/**
 * Fill the form with the values from before the page was loaded again. States come after their country. Who has logged
 * in meanwhile has her own address, unless she had typed a street before.
 */
export function restoreFields(form: HTMLFormElement): void {
  const values = { ...readSaved(), ...takeConsents() };
  const known = GROUPS.filter((group) => !values[`${group}_address_1`] && findField(form, `${group}_address_1`)?.value);
  const left = known.flatMap(addressOf);
  const saved = Object.entries(values).filter(([name]) => !left.includes(name));
  const states = saved.filter(([name]) => name.endsWith('_state'));
  for (const [name, value] of saved) if (!name.endsWith('_state')) restore(form, name, value);
  if (states.length > 0) window.setTimeout(() => states.map(([name, value]) => restoreState(form, name, value)));
}

/** Fill in a state, of a country that the page does not know once its states are fetched. */
async function restoreState(form: HTMLFormElement, name: string, value: string): Promise<void> {
  const field = findField(form, name);
  const isOffered = field instanceof HTMLSelectElement && [...field.options].some((each) => each.value === value);
  const isReady = isOffered || field instanceof HTMLInputElement;
  const country = findField(form, name.replace(/state$/, 'country'))?.value;
  if (value && country && !isReady) {
    await loadRules(country);
    await new Promise((shown) => window.setTimeout(shown));
  }
  restore(form, name, value);
}

export function clearSavedFields(): void {
  forget(KEY);
}

function forget(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // storage is forbidden: there is nothing to forget
  }
}

/**
 * Forget the email address until the page is loaded again: what stands in its field was typed to find a passkey, and may
 * be half of one.
 */
export function forgetEmail(): void {
  isEmailForgotten = true;
  const { [EMAIL]: _, ...rest } = readSaved();
  save(rest);
}

/**
 * Keep the required boxes that are ticked, for the page that is loaded in the next moment by the same attempt. They are
 * taken once: on a later visit nobody has agreed yet.
 */
export function keepConsents(form: HTMLFormElement): void {
  const boxes = [...form.querySelectorAll<HTMLInputElement>('input[type="checkbox"]:required:checked')];
  save(Object.fromEntries(boxes.map(({ name }) => [name, '1'])), CONSENTS_KEY);
}

function takeConsents(): SavedValues {
  const kept = readSaved(CONSENTS_KEY);
  forget(CONSENTS_KEY);
  return kept;
}

function restore(form: HTMLFormElement, name: string, value: string): void {
  const input = findField(form, name);
  if (!input || input.type === 'hidden') return; // an account that the order needs is no choice
  if (isBox(input)) {
    if (input.checked !== (value === '1')) input.click();
  } else if (input.value !== value) {
    setValue(input, value);
    if (value) unfold(input);
  }
}

const addressOf = (group: string) => ADDRESS.map((part) => `${group}_${part}`);

function findField(form: HTMLFormElement, name: string): Field | null {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLElement ? (field as Field) : null;
}

function save(values: SavedValues, key = KEY): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(values));
  } catch {
    // storage is forbidden or full: nothing is saved
  }
}

function isBox(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox';
}

function readSaved(key = KEY): SavedValues {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as SavedValues;
  } catch {
    return {};
  }
}
