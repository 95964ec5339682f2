import { type ChangeEvent, type FocusEvent, useState } from 'react';
import type { CountryRules, FormField } from '../../generated/pages';
import { useHydrated } from '../../lib/hydrated';
import { type Control, Field } from '../../ui/fields/Field';

interface Props {
  field: FormField;
  /** The rules of the chosen country. */
  rules: CountryRules | undefined;
  countries: CountryRules[];
  error: string;
  onChange: (event: ChangeEvent<Control>) => void;
  onBlur: (event: FocusEvent<Control>) => void;
}

/**
 * The states of the chosen country. A state that the new country also has stays chosen. Without JavaScript the states
 * of all countries of the page are offered, by country. A country without states has no such field, one that is not
 * known a plain input.
 */
export function StateField({ field, rules, countries, error, onChange, onBlur }: Props) {
  const hydrated = useHydrated();
  const [state, setState] = useState(field.value);
  const own = rules?.states ?? [];
  const fits = own.some((each) => each.value === state);
  if (rules && own.length === 0) return null; // a country without states
  if (!rules) {
    return <Field field={{ ...field, kind: 'text' }} error={error} onChange={onChange} onBlur={onBlur} />;
  }
  const change = (event: ChangeEvent<Control>) => {
    setState(event.target.value);
    onChange(event);
  };
  return (
    <Field
      // The select is reset with each country, with what still fits, and once the list is that of one country: a
      // browser forgets the chosen option when it is replaced.
      key={`${rules?.code} ${hydrated}`}
      field={{ ...field, kind: 'select', value: fits || !hydrated ? state : '' }}
      error={error}
      onChange={change}
      onBlur={onBlur}
    >
      <option value="">Select an option…</option>
      {hydrated ? (
        <States states={own} />
      ) : (
        countries.map((country) => (
          <optgroup key={country.code} label={country.name}>
            <States states={country.states} />
          </optgroup>
        ))
      )}
    </Field>
  );
}

function States({ states }: { states: CountryRules['states'] }) {
  return states.map((state) => (
    <option key={state.value} value={state.value}>
      {state.label}
    </option>
  ));
}
