import { useState } from 'react';
import type { WeatherHold as Hold, ShippingChoice } from '../../generated/pages';
import styles from './ShippingChoices.module.css';
import { WeatherHold } from './WeatherHold';

interface Props {
  choices: ShippingChoice[];
  problem: string;
  hold: Hold | null;
  /** For parents that do not listen to the form around it. */
  onChoose?: () => void;
}

/**
 * The shipping methods, or why there is none. The chosen one is sent as shipping_method[0], along with the one that the
 * store selected.
 */
export function ShippingChoices({ choices, problem, hold, onChoose }: Props) {
  const [changed, setChanged] = useState<ShippingChoice[] | null>(null);
  if (problem) return <p className={styles.problem}>{problem}</p>;
  if (choices.length === 0) return null;
  // Once the shopper chose among these, what is selected is her choice, also if she went back to the first.
  const preselected = changed === choices ? undefined : choices.find((choice) => choice.preselected);
  return (
    <>
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>Delivery</legend>
        {preselected && <input type="hidden" name="preselected_delivery" value={preselected.rate} />}
        {choices.map((choice) => (
          <div key={choice.rate}>
            <label className={styles.choice}>
              <input
                type="radio"
                name="shipping_method[0]"
                value={choice.rate}
                // A new key makes the browser forget a choice that the server did not keep.
                key={`${choice.rate} ${choice.chosen}`}
                defaultChecked={choice.chosen}
                aria-describedby={`${choice.rate}-note`}
                onChange={() => {
                  setChanged(choices);
                  onChoose?.();
                }}
              />
              <span>{choice.label}</span> <span className={styles.amount}>{choice.amount}</span>
            </label>
            <div id={`${choice.rate}-note`} className={styles.note}>
              {[choice.note, ...choice.place].filter(Boolean).map((line) => (
                <p key={line}>{line}</p>
              ))}
            </div>
          </div>
        ))}
      </fieldset>
      <WeatherHold hold={hold} />
    </>
  );
}
