import type { Consent, DateOfBirth } from '../../generated/pages';
import { Paragraphs } from '../../ui/Paragraphs';
import { BornFields } from './BornFields';
import styles from './Consents.module.css';

interface Props {
  consents: Consent[];
  /** What the box of age says for the place that the wine goes to. */
  ageLabel?: string;
  born: DateOfBirth | null;
  problems: Record<string, string>;
  onFix: (name: string, problem: string) => void;
}

/** `BOX` in vintner/shipping/age.py. */
const AGE_BOX = 'of_age';

/** Boxes that must be ticked before the order, each with its text to unfold; in some stores, the date of birth. */
export function Consents({ consents, ageLabel, born, problems, onFix }: Props) {
  return (
    <>
      {born && <BornFields born={born} problems={problems} onFix={onFix} />}
      {consents.map(({ name, shown, label, missing, title, paragraphs, ticked }) => {
        const problem = problems[name] ?? '';
        return (
          <div key={name} className={styles.consent}>
            <Paragraphs title={title} paragraphs={paragraphs} />
            {shown && <input type="hidden" name={shown} value="1" />}
            <label className={styles.box}>
              <input
                type="checkbox"
                id={name}
                name={name}
                value="1"
                required
                defaultChecked={ticked}
                aria-invalid={problem ? true : undefined}
                aria-describedby={problem ? `${name}-error` : undefined}
                onChange={(event) => onFix(name, event.target.checked ? '' : missing)}
              />
              <span>{name === AGE_BOX && ageLabel ? ageLabel : label}</span>
            </label>
            {problem && (
              <span id={`${name}-error`} className={styles.error}>
                {problem}
              </span>
            )}
          </div>
        );
      })}
    </>
  );
}
