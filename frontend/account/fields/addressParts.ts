import type { FoundAddress } from '../../ui/address/foundAddress';

export interface Option {
  value: string;
  label: string;
}

/** The parts that a form has a field for: the options of a select, or that a text is typed. The address is always one. */
export interface FormParts {
  country?: Option[] | 'text';
  state?: Option[] | 'text';
  city?: 'text';
  postcode?: 'text';
}

export type PartName = 'address' | keyof FormParts;

/**
 * Return what an address puts into each field of a form (docs/behaviour/accounts.md#address-lookup). Parts without a
 * field of their own follow the address, with commas.
 */
export function partValues(found: FoundAddress, form: FormParts): Partial<Record<PartName, string>> {
  if (!(form.country || form.state || form.city || form.postcode)) return { address: found.formatted };
  const city = found.city || (form.state ? '' : found.state_name);
  const long = { city, state: found.state_name, postcode: found.postcode, country: found.country_name };
  const values: Partial<Record<PartName, string>> = {
    country: chosen(form.country, found.country, found.country_name),
    state: chosen(form.state, found.state, found.state_name),
    city,
    postcode: found.postcode,
  };
  const names = ['city', 'state', 'postcode', 'country'] as const;
  const homeless = names.filter((name) => !form[name] && !(name === 'state' && city === found.state_name));
  const address = [found.address, ...homeless.map((name) => long[name])].filter(Boolean).join(', ');
  const own = names.filter((name) => form[name]).map((name) => [name, values[name] ?? '']);
  return { ...Object.fromEntries(own), address };
}

/** Return the value of a select's option for a code, or else for a name; the name for a text. */
function chosen(field: Option[] | 'text' | undefined, code: string, name: string): string {
  if (!Array.isArray(field)) return name;
  const options = code ? field : [];
  const option =
    options.find(({ value }) => value === code) ??
    options.find(({ value }) => value.endsWith(`-${code}`)) ??
    field.find(({ label }) => name !== '' && label === name);
  return option?.value ?? '';
}
