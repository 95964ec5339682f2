import type { DateOfBirth } from '../../generated/pages';
import styles from './Consents.module.css';

interface Props {
  born: DateOfBirth;
  problems: Record<string, string>;
  onFix: (name: string, problem: string) => void;
}

const PARTS = [
  { label: 'Year', autocomplete: 'bday-year', digits: 4 },
  { label: 'Month', autocomplete: 'bday-month', digits: 2 },
  { label: 'Day', autocomplete: 'bday-day', digits: 2 },
];

/** The date of birth in three boxes, which is quicker than any calendar. */
export function BornFields({ born, problems, onFix }: Props) {
  const problem = born.names.map((name) => problems[name]).find(Boolean) ?? '';
  return (
    <fieldset className={styles.born} aria-describedby={problem ? 'born-error' : undefined}>
      <legend>Date of birth</legend>
      {born.names.map((name, index) => {
        const { label, autocomplete, digits } = PARTS[index] ?? { label: name, autocomplete: 'off', digits: 4 };
        return (
          <label key={name} className={styles.part}>
            {label}
            <input
              id={name}
              name={name}
              inputMode="numeric"
              autoComplete={autocomplete}
              maxLength={digits}
              size={digits}
              required
              defaultValue={born.values[index]}
              aria-invalid={problem ? true : undefined}
              onChange={() => born.names.map((each) => onFix(each, ''))}
            />
          </label>
        );
      })}
      {problem && (
        <span id="born-error" className={styles.error}>
          {problem}
        </span>
      )}
    </fieldset>
  );
}
