import type { Option, VariationChoice } from '../../generated/pages';
import { classes } from '../../lib/classes';
import { explain, offerOf, type Picked } from './choice';
import styles from './VariationChooser.module.css';

interface Props {
  options: Option[];
  variations: VariationChoice[];
  picked: Picked;
  onPick: (picked: Picked) => void;
}

/** The choices of a variable product. What can't be had stays visible and says why. */
export function VariationChooser({ options, variations, picked, onPick }: Props) {
  return (
    <>
      {options.map(({ name, field, values }) => (
        <fieldset key={field} className={styles.option}>
          <legend className={styles.legend}>{name}</legend>
          <div className={styles.values}>
            {values.map((value) => {
              const offer = offerOf(variations, picked, field, value);
              return (
                <label key={value} className={classes(styles.value, offer !== 'available' && styles.missing)}>
                  <input
                    type="radio"
                    name={field}
                    value={value}
                    required
                    checked={picked[field] === value}
                    onChange={() => onPick({ ...picked, [field]: value })}
                  />
                  {value}
                  {offer !== 'available' && ` (${offer})`}
                </label>
              );
            })}
          </div>
        </fieldset>
      ))}
      <p className={styles.explanation} role="status">
        {explain(options, variations, picked)}
      </p>
    </>
  );
}
