import { useState } from 'react';
import type { CountryRules, FormField } from '../../generated/pages';
import { classes } from '../../lib/classes';
import { Field } from '../../ui/fields/Field';
import { partOf } from '../fieldRules';
import styles from './AddressFields.module.css';
import { useCountryRules } from './countryRules';
import { MoreField } from './MoreField';
import { StateField } from './StateField';
import { StreetField } from './StreetField';

interface Props {
  fields: FormField[];
  countries: CountryRules[];
  /** Field name → what is wrong with it. */
  problems: Record<string, string>;
  /** What looks wrong with the phone number. */
  advice: string;
  onCheck: (field: FormField, value: string) => void;
  onFix: (field: FormField, value: string) => void;
}

/** Seldom needed: behind a link while empty (docs/behaviour/pages.md#fields). */
const RARE = ['company', 'address_2'];
const HALF = ['first_name', 'last_name', 'state', 'postcode', 'phone'];

/** An address. The chosen country decides what state and postcode are called, whether there are any, and which states. */
export function AddressFields({ fields, countries, problems, advice, onCheck, onFix }: Props) {
  const initial = fields.find((field) => partOf(field.name) === 'country')?.value ?? '';
  const [country, setCountry] = useState(initial);
  const [postcode, setPostcode] = useState<string>(); // outlasts a country without postcodes
  const rules = useCountryRules(countries, country);
  const shown = fields.filter(({ name }) => partOf(name) !== 'postcode' || (rules?.has_postcodes ?? true));
  return (
    <div className={styles.fields}>
      {shown.map((original) => {
        const part = partOf(original.name);
        const typed = part === 'postcode' ? { ...original, value: postcode ?? original.value } : original;
        const field = country ? fitField(typed, part, rules) : typed;
        const checks = {
          error: problems[field.name] ?? '',
          onBlur: (event: { target: { value: string } }) => onCheck(field, event.target.value),
          onChange: (event: { target: { value: string } }) => {
            if (part === 'country') setCountry(event.target.value);
            if (part === 'postcode') setPostcode(event.target.value);
            onFix(field, event.target.value);
          },
        };
        return (
          <div key={field.name} className={classes(HALF.includes(part) && styles.half)}>
            {RARE.includes(part) && <MoreField field={field} {...checks} />}
            {part === 'state' && <StateField field={field} rules={rules} countries={countries} {...checks} />}
            {part === 'address_1' && <StreetField field={field} {...checks} />}
            {!['state', 'address_1', ...RARE].includes(part) && <Field field={field} {...checks} />}
            {part === 'phone' && (
              <p className={styles.advice} role="status">
                {advice}
              </p>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** What is called and needed otherwise in a country; nothing is needed where that is not known. */
function fitField(field: FormField, part: string, rules: CountryRules | undefined): FormField {
  if (part !== 'state' && part !== 'postcode') return field;
  if (!rules) return { ...field, required: false };
  return part === 'state'
    ? { ...field, label: rules.state_label, required: true }
    : { ...field, label: rules.postcode_label, required: rules.needs_postcode };
}
