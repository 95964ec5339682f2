import { useId } from 'react';
import { setTheme, THEMES, useTheme } from '../lib/theme';
import styles from './ThemeSwitch.module.css';

const NAMES = { system: 'As my device', light: 'Light', dark: 'Dark' };

/** Light or dark, remembered by the browser. Needs a script, so it hides without. */
export function ThemeSwitch() {
  const theme = useTheme();
  const name = useId();
  return (
    <fieldset className={styles.switch}>
      <legend>Appearance</legend>
      {THEMES.map((each) => (
        <label key={each}>
          <input type="radio" name={name} value={each} checked={each === theme} onChange={() => setTheme(each)} />
          <span>{NAMES[each]}</span>
        </label>
      ))}
    </fieldset>
  );
}
