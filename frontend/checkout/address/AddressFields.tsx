import { useState } from 'react';
import type { CountryRules, FormField } from '../../generated/pages';
import { classes } from '../../lib/classes';
import { Field } from '../../ui/fields/Field';
import { partOf } from '../fieldRules';
import styles from './AddressFields.module.css';
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

/** An address. The chosen country decides what state and postcode are called, and which states there are. */
export function AddressFields({ fields, countries, problems, advice, onCheck, onFix }: Props) {
  const initial = fields.find((field) => partOf(field.name) === 'country')?.value ?? '';
  const [country, setCountry] = useState(initial);
  const rules = countries.find((each) => each.code === country);
  return (
    <div className={styles.fields}>
      {fields.map((original) => {
        const part = partOf(original.name);
        const field = labelled(original, part, rules);
        const checks = {
          error: problems[field.name] ?? '',
          onBlur: (event: { target: { value: string } }) => onCheck(field, event.target.value),
          onChange: (event: { target: { value: string } }) => {
            if (part === 'country') setCountry(event.target.value);
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

function labelled(field: FormField, part: string, rules: CountryRules | undefined): FormField {
  if (part === 'state' && rules) return { ...field, label: rules.state_label };
  return part === 'postcode' && rules ? { ...field, label: rules.postcode_label } : field;
}
