import type { ExpressButtons } from '../generated/pages';

/** What the shopper affirmed, until the tab is closed. */
const KEY = 'vintner.express.affirmed';
const BIRTH_MISSING = 'Please enter your date of birth.';

const fieldsOf = (section: HTMLElement) => [...section.querySelectorAll<HTMLInputElement>('input[name]')];

/** Return what stands beside the buttons, by the names that the checkouts use. */
export function readAffirmed(section: HTMLElement, { age, terms }: ExpressButtons): Record<string, string> {
  const values: Record<string, string> = {};
  for (const { type, name, checked, value } of fieldsOf(section)) {
    if (type !== 'checkbox') values[name] = value.trim();
    else if (checked) values[name] = '1';
  }
  for (const box of [age, terms]) if (box?.shown) values[box.shown] = '1';
  return values;
}

/** Fill in what was affirmed before, and remember what will be. */
export function rememberAffirmed(section: HTMLElement): void {
  const fields = fieldsOf(section);
  const known = readStored();
  for (const field of fields) {
    if (field.type === 'text') Object.assign(field, { inputMode: 'numeric', maxLength: 4 });
    const value = known[field.name];
    if (value !== undefined && field.type === 'checkbox') field.checked = true;
    else if (value !== undefined && !field.value) field.value = value;
    field.addEventListener('input', () => {
      showProblem(field, '');
      const all = fields.filter(({ type, checked, value }) => (type === 'checkbox' ? checked : value));
      store(Object.fromEntries(all.map(({ name, value }) => [name, value])));
    });
  }
}

/** Show what is missing at its field and lead there. Returns whether nothing is. */
export function checkAffirmed(section: HTMLElement, { age, terms }: ExpressButtons): boolean {
  const missing = fieldsOf(section).filter(({ type, checked, value }) =>
    type === 'checkbox' ? !checked : !/^\s*\d+\s*$/.test(value),
  );
  for (const field of missing) {
    const box = [age, terms].find((each) => each?.name === field.name);
    showProblem(field, box?.missing ?? BIRTH_MISSING);
  }
  missing[0]?.focus();
  return missing.length === 0;
}

/** Write a problem below a field; '' takes it away. A date's three boxes have one in common. */
function showProblem(field: HTMLInputElement, text: string): void {
  const isDate = field.type === 'text';
  const group = field.closest(isDate ? 'fieldset' : 'div');
  const id = `express-error-${isDate ? 'born' : field.name}`;
  group?.querySelector(`#${id}`)?.remove();
  for (const each of group?.querySelectorAll<HTMLInputElement>('input') ?? []) {
    if (!text) each.removeAttribute('aria-invalid');
    if (!text) each.removeAttribute('aria-describedby');
  }
  if (!text) return;
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', id);
  const words = document.createElement('span');
  words.id = id;
  words.className = 'express-error';
  words.textContent = text;
  group?.append(words);
}

function readStored(): Record<string, string> {
  try {
    return Object(JSON.parse(sessionStorage.getItem(KEY) ?? '{}'));
  } catch {
    return {}; // storage is forbidden, or somebody else wrote there
  }
}

function store(values: Record<string, string>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(values));
  } catch {
    // storage is forbidden: it holds for this page
  }
}
