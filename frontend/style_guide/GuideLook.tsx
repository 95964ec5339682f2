import { ThemeSwitch } from '../layout/ThemeSwitch';
import { GuidePart } from './GuidePart';
import styles from './StyleGuidePage.module.css';

const PAPERS = ['paper', 'surface', 'sunken', 'info-paper', 'good-paper', 'bad-paper', 'line', 'control-line'];
const INKS = ['ink', 'ink-soft', 'accent', 'accent-hover', 'accent-text', 'star', 'good', 'warn', 'bad', 'focus'];

/** Colors, letters and distances: the tokens. */
export function GuideLook() {
  return (
    <>
      <h2>Tokens</h2>
      <GuidePart name="Colors" wide>
        <ul className={styles.swatches}>
          {[...PAPERS, ...INKS].map((token) => (
            <li key={token}>
              <svg viewBox="0 0 4 2" aria-hidden="true">
                <rect width="4" height="2" fill={`var(--${token})`} />
              </svg>
              {token}
            </li>
          ))}
        </ul>
        <ThemeSwitch />
      </GuidePart>
      <GuidePart name="Letters" wide>
        <p className={styles.titleXl}>Wine from people</p>
        <p className={styles.titleL}>A cellar on the hill</p>
        <p className={styles.titleM}>New in the cellar</p>
        <p className={styles.titleS}>Quinta da Lomba Reserva</p>
        <p className={styles.textL}>Small growers, honest bottles, and a cellar that ships to your door.</p>
        <p>Picked by hand in the first week of September, trodden by foot, and left alone in old casks.</p>
        <p className={styles.textS}>Prices are in US dollars, before tax. Delivery is added in the cart.</p>
      </GuidePart>
      <GuidePart name="Distances" wide>
        <div className={styles.distances}>
          {[1, 2, 3, 4, 5, 6, 7, 8].map((step) => (
            <svg key={step} className={styles[`space${step}`]} viewBox="0 0 1 1" aria-hidden="true">
              <rect width="1" height="1" fill="var(--accent)" />
            </svg>
          ))}
        </div>
      </GuidePart>
    </>
  );
}
