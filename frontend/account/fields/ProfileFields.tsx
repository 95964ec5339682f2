import { type ReactNode, useRef, useState } from 'react';
import type { ProfileField } from '../../generated/pages';
import { classes } from '../../lib/classes';
import { Field } from '../../ui/fields/Field';
import { setValue } from '../../ui/fields/setValue';
import { Paragraphs } from '../../ui/Paragraphs';
import { AddressField } from './AddressField';
import { DateInput } from './DateInput';
import { PictureField } from './PictureField';
import styles from './ProfileFields.module.css';
import { StateInput } from './StateInput';

interface Props {
  /** In the merchant's order. */
  fields: ProfileField[];
  /** Input name → what is wrong, in place of what the page came with. */
  errors?: Record<string, string>;
  /** What stands below the field of a name. */
  below?: (name: string) => ReactNode;
}

const HALF = ['first_name', 'last_name', 'city', 'state', 'postcode', 'phone_code', 'phone', 'date'];

/** The fields of the registration form and of the profile. The country decides about the state and the phone code. */
export function ProfileFields({ fields, errors, below }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const home = fields.find(({ part }) => part === 'state')?.countries[0]?.code ?? '';
  const asked = fields.find(({ part }) => part === 'country');
  const [country, setCountry] = useState(asked ? asked.value : home);

  const changeCountry = (code: string) => {
    setCountry(code);
    const phoneCode = box.current?.querySelector<HTMLSelectElement>('select[name=phone_code]');
    const option = phoneCode?.querySelector<HTMLOptionElement>(`[data-country_code="${CSS.escape(code)}"]`);
    if (phoneCode && option) setValue(phoneCode, option.value);
  };

  const draw = (field: ProfileField): ReactNode => {
    const error = errors ? (errors[field.name] ?? '') : field.error;
    switch (field.part) {
      case 'country':
        return (
          <Field field={field} error={error} onChange={({ target }) => changeCountry(target.value)}>
            <Choices options={field.options} />
          </Field>
        );
      case 'state':
        return <StateInput field={field} error={error} country={country} />;
      case 'phone_code':
        return (
          <Field field={field} error={error}>
            <option value="">Select an option…</option>
            {field.phone_codes.map((code) => (
              <option key={code.country} value={code.country} data-country_code={code.country}>
                {code.text}
              </option>
            ))}
          </Field>
        );
      case 'date':
        return (
          <Field
            field={field}
            error={error}
            control={(attributes) => <DateInput {...attributes} first={field.first_day} last={field.last_day} />}
          />
        );
      case 'address':
        return <AddressField field={field} error={error} />;
      case 'picture':
        return <PictureField key={error} field={field} error={error} />;
      case 'terms':
        return <Terms field={field} error={error} />;
      default:
        return <Field field={field} error={error} />;
    }
  };

  return (
    <div ref={box} className={styles.fields}>
      {fields.map((field) => (
        <div
          key={field.name}
          className={classes(HALF.includes(field.part) && styles.half, field.part === 'phone_code' && styles.first)}
        >
          {draw(field)}
          {below?.(field.name)}
        </div>
      ))}
    </div>
  );
}

function Choices({ options }: { options: ProfileField['options'] }) {
  return (
    <>
      <option value="">Select an option…</option>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </>
  );
}

function Terms({ field, error }: { field: ProfileField; error: string }) {
  return (
    <div className={styles.terms}>
      <label className={styles.box}>
        <input
          id={field.name}
          type="checkbox"
          name={field.name}
          value="yes"
          required={field.required}
          defaultChecked={field.value === 'yes'}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${field.name}-error` : undefined}
        />
        {field.label}
      </label>
      {error && (
        <span id={`${field.name}-error`} className={styles.error}>
          {error}
        </span>
      )}
      {field.texts.map(({ title, paragraphs }) => (
        <Paragraphs key={title} title={title} paragraphs={paragraphs} />
      ))}
    </div>
  );
}
