import type { CookieKind } from '../../generated/pages';
import styles from './ConsentChoices.module.css';

/** A box for each kind of cookies. The necessary ones cannot be turned off. */
export function ConsentChoices({ kinds }: { kinds: CookieKind[] }) {
  return (
    <fieldset className={styles.kinds}>
      <legend className={styles.legend}>Which cookies may we set?</legend>
      {kinds.map((kind) => (
        <label key={kind.name} className={styles.kind}>
          <input
            type="checkbox"
            name={kind.name}
            defaultChecked={kind.granted}
            disabled={kind.fixed}
            aria-describedby={`cookies-${kind.name}`}
          />
          <span>
            <strong>{kind.title}</strong>
            <span id={`cookies-${kind.name}`} className={styles.text}>
              {kind.text}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
