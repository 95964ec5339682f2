import type { ShippingChoice } from '../generated/pages';
import styles from './ShippingChoices.module.css';

interface Props {
  choices: ShippingChoice[];
  problem: string;
  /** For whoever does not listen to the form around it. */
  onChoose?: () => void;
}

/** The ways to deliver, or why there is none. The chosen one is sent as shipping_method[0]. */
export function ShippingChoices({ choices, problem, onChoose }: Props) {
  if (problem) return <p className={styles.problem}>{problem}</p>;
  if (choices.length === 0) return null;
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>Delivery</legend>
      {choices.map((choice) => (
        <label key={choice.rate} className={styles.choice}>
          <input
            type="radio"
            name="shipping_method[0]"
            value={choice.rate}
            // A new key makes the browser forget a choice that the server did not keep.
            key={`${choice.rate} ${choice.chosen}`}
            defaultChecked={choice.chosen}
            onChange={onChoose}
          />
          <span>{choice.label}</span> <span className={styles.amount}>{choice.amount}</span>
        </label>
      ))}
    </fieldset>
  );
}
