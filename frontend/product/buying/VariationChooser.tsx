import type { Combination, Option } from '../../generated/pages';
import { classes } from '../../lib/classes';
import { useHydrated } from '../../lib/hydrated';
import { explain, offerOf, type Picked, priceOf } from './choice';
import styles from './VariationChooser.module.css';

/** Beyond so many values a list is shorter than buttons. */
const MOST_BUTTONS = 12;

interface Props {
  options: Option[];
  made: Combination[];
  picked: Picked;
  /** The field that is still to be chosen, once somebody tried to buy without it. */
  wrong?: string | undefined;
  /** What sets the chosen variation apart. */
  note?: string | undefined;
  onPick: (picked: Picked) => void;
}

/** The choices of a variable product. What can't be had stays visible and says why. */
export function VariationChooser({ options, made, picked, wrong, note, onPick }: Props) {
  const hydrated = useHydrated();
  if (options.length === 0) return null;
  return (
    <div className={styles.chooser}>
      {options.map((option) => {
        const Values = option.values.length > MOST_BUTTONS ? List : Buttons;
        const pick = (value: string) => onPick({ ...picked, [option.field]: value });
        const label = (value: string) => {
          const offer = offerOf(made, picked, option.field, value);
          return offer === 'available' ? value : `${value} (${offer})`;
        };
        return (
          <Values
            key={option.field}
            option={option}
            value={picked[option.field] ?? ''}
            label={label}
            price={(value) => priceOf(made, picked, option.field, value)}
            wrong={wrong === option.field}
            onPick={pick}
          />
        );
      })}
      {hydrated && options.length > 1 && Object.values(picked).some(Boolean) && (
        <button type="button" className={styles.clear} onClick={() => onPick({})}>
          Clear choices
        </button>
      )}
      {note && <p className={styles.note}>{note}</p>}
      <p className={styles.explanation} role="status">
        {explain(options, made, picked)}
      </p>
    </div>
  );
}

interface ValuesProps {
  option: Option;
  value: string;
  /** What a value is called: with a word behind it if it can't be had. */
  label: (value: string) => string;
  /** What it costs, '' where that depends on the other options. */
  price: (value: string) => string;
  wrong: boolean;
  onPick: (value: string) => void;
}

function Buttons({ option: { name, field, values }, value, label, price, wrong, onPick }: ValuesProps) {
  return (
    <fieldset
      className={classes(styles.option, wrong && styles.wrong)}
      aria-describedby={wrong ? 'buy-problem' : undefined}
    >
      <legend className={styles.legend}>
        {name}
        {value && <span className={styles.current}>: {value}</span>}
      </legend>
      <div className={styles.values}>
        {values.map((each) => (
          <label key={each} className={classes(styles.value, label(each) !== each && styles.missing)}>
            <input
              type="radio"
              name={field}
              value={each}
              required
              checked={value === each}
              onChange={() => onPick(each)}
            />
            {label(each)} {price(each) && <small className={styles.price}>{price(each)}</small>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function List({ option: { name, field, values, missing }, value, label, price, wrong, onPick }: ValuesProps) {
  return (
    <label className={classes(styles.option, wrong && styles.wrong)}>
      <span className={styles.name}>{name}</span>
      <select
        className={styles.list}
        name={field}
        required
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? 'buy-problem' : undefined}
        value={value}
        onChange={(event) => onPick(event.target.value)}
      >
        <option value="">{missing}</option>
        {values.map((each) => (
          <option key={each} value={each}>
            {[label(each), price(each)].filter(Boolean).join(' · ')}
          </option>
        ))}
      </select>
    </label>
  );
}
