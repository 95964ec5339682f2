import type { FormField } from '../../generated/pages';

const PLAIN = { required: true, autocomplete: '', inputmode: '', placeholder: '', hint: '', value: '', error: '' };

/** Return a required text field, changed by `over`. For forms whose fields the server does not describe. */
export function makeField(name: string, label: string, over: Partial<FormField> = {}): FormField {
  return { name, label, kind: 'text', options: [], ...PLAIN, ...over };
}

/** Return a field for an email address. */
export function makeEmailField(name: string, label: string, over: Partial<FormField> = {}): FormField {
  return makeField(name, label, { kind: 'email', autocomplete: 'email', inputmode: 'email', ...over });
}

/** The field that people do not see. */
export const TRAP = makeField('topic', 'Leave this empty', { kind: 'trap' });
