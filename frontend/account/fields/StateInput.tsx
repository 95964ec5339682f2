import type { ProfileField } from '../../generated/pages';
import { useHydrated } from '../../lib/hydrated';
import { Field } from '../../ui/fields/Field';

interface Props {
  field: ProfileField;
  error: string;
  /** The code of the chosen country. */
  country: string;
}

/**
 * The states of the chosen country; a text in a country without states. Without JavaScript all states are offered, by
 * country.
 */
export function StateInput({ field, error, country }: Props) {
  const hydrated = useHydrated();
  const rules = field.countries.find(({ code }) => code === country);
  const states = rules?.states ?? [];
  const label = rules?.state_label || field.label;
  if (hydrated && rules && states.length === 0) {
    const known = field.countries.some((each) => each.states.some(({ value }) => value === field.value));
    const text = { ...field, kind: 'text', required: false, value: known ? '' : field.value };
    return <Field key={country} field={text} error={error} />;
  }
  const fits = !hydrated || states.some(({ value }) => value === field.value);
  return (
    <Field key={`${country} ${hydrated}`} field={{ ...field, label, value: fits ? field.value : '' }} error={error}>
      <option value="">Select an option…</option>
      {hydrated && rules ? (
        <Options states={states} />
      ) : (
        field.countries.map((each) => (
          <optgroup key={each.code} label={each.name}>
            <Options states={each.states} />
          </optgroup>
        ))
      )}
    </Field>
  );
}

function Options({ states }: { states: ProfileField['countries'][number]['states'] }) {
  return states.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
