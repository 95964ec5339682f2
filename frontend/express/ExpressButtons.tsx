import { useCallback } from 'react';
import type { ExpressButtons as Props } from '../generated/pages';
import { whenNear } from '../ui/near';
import styles from './ExpressButtons.module.css';

const GAP = 8; // pixels between the provider's buttons, which stand in two columns

interface Options {
  express: Props;
  /** Why nothing can be bought yet; empty when something can. */
  obstacle?: string;
}

/**
 * The place of the wallets' buttons. It is small, and as high as the buttons will be: all that they do is fetched when
 * it comes near the screen (`startExpress.ts`), and from then on belongs to that. The fields are part of no form.
 */
export function ExpressButtons({ express, obstacle }: Options) {
  const { age, terms, born, wallets, height } = express;
  const start = useCallback(
    (place: HTMLFieldSetElement) =>
      whenNear(place, () => {
        import('./startExpress').then(
          (module) => module.startExpress(place, express),
          () => 0,
        );
      }),
    [express],
  );
  return (
    <fieldset ref={start} className={styles.express} data-obstacle={obstacle}>
      <legend>Express checkout</legend>
      {born[0] && (
        <fieldset>
          <legend>Date of birth</legend>
          {born.map((name, index) => (
            <label key={name}>
              {['Year', 'Month', 'Day'][index]}
              <input name={name} form="express" />
            </label>
          ))}
        </fieldset>
      )}
      {[age, terms].map(
        (box) =>
          box && (
            <div key={box.name}>
              {box.text && (
                <a href={box.text.url} target="_blank" rel="noreferrer">
                  {box.text.label}
                </a>
              )}
              <label>
                <input type="checkbox" name={box.name} form="express" />
                {box.label}
              </label>
            </div>
          ),
      )}
      <div>
        {/* Keeps the height: styles in attributes are forbidden. */}
        <svg width="1" height={Math.ceil(wallets.length / 2) * (height + GAP) - GAP} />
        <div />
      </div>
      <span>or</span>
    </fieldset>
  );
}
