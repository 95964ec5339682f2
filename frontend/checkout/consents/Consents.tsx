import type { Consent, DateOfBirth } from '../../generated/pages';
import { Paragraphs } from '../../ui/Paragraphs';
import { BornFields } from './BornFields';
import styles from './Consents.module.css';
import { CHARGES } from './consentLabels';

interface Props {
  consents: Consent[];
  /** What boxes say for the cart and the place as they are now, by name. */
  labels?: Record<string, string>;
  born: DateOfBirth | null;
  problems: Record<string, string>;
  onFix: (name: string, problem: string) => void;
}

/**
 * Boxes that must be ticked before the order, each with its text to unfold; in some stores, the date of birth. A box
 * that has nothing to say is not shown.
 */
export function Consents({ consents, labels = {}, born, problems, onFix }: Props) {
  return (
    <>
      {born && <BornFields born={born} problems={problems} onFix={onFix} />}
      {consents.map(({ name, shown, label, missing, title, paragraphs, ticked }) => {
        const problem = problems[name] ?? '';
        const words = labels[name] ?? label;
        if (!words) return null;
        return (
          // Whoever has agreed to charges has agreed to these: with other words the box is another one.
          <div key={name === CHARGES ? words : name} className={styles.consent}>
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
              <span>{words}</span>
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
