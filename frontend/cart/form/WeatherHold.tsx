import { useEffect, useRef } from 'react';
import type { WeatherHold as Props } from '../../generated/pages';
import { announce } from '../../lib/announce';
import { Hidden } from '../../ui/Hidden';
import styles from './WeatherHold.module.css';

/**
 * The notice that the weather can spoil the wine on its way, with the choice to wait for a safe day. Screen readers read
 * it when another place or delivery brings it up.
 */
export function WeatherHold({ hold }: { hold: Props | null }) {
  const told = useRef(hold?.text);
  useEffect(() => {
    if (hold && hold.text !== told.current) announce(hold.text);
    told.current = hold?.text;
  }, [hold]);
  if (!hold) return null;
  if (hold.choices.length === 0) return <p className={styles.hold}>{hold.text}</p>;
  return (
    <fieldset className={styles.hold} aria-describedby="weather-hold">
      <legend>
        <Hidden>{hold.title}</Hidden>
      </legend>
      <p id="weather-hold" className={styles.text}>
        {hold.text}
      </p>
      {hold.choices.map((choice) => (
        <div key={choice.value}>
          <label className={styles.choice}>
            <input
              type="radio"
              name="weather_hold"
              value={choice.value}
              defaultChecked={choice.chosen}
              aria-describedby={`weather-hold-${choice.value}`}
            />
            <span>{choice.label}</span>
          </label>
          <p id={`weather-hold-${choice.value}`} className={styles.note}>
            {choice.note}
          </p>
        </div>
      ))}
    </fieldset>
  );
}
