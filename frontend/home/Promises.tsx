import type { PromiseText } from '../generated/pages';
import styles from './Promises.module.css';

const ICONS: Record<string, string> = {
  delivery: 'M3 7h11v9H3zM14 10h4l3 3v3h-7M7 16.5a1.5 1.5 0 1 0 .01 0M17.5 16.5a1.5 1.5 0 1 0 .01 0',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20.5c.8-4 3.7-6 7.5-6s6.7 2 7.5 6',
  glass: 'M4 9h11a5 5 0 0 1 0 10h-5M8 5 4 9l4 4',
  leaf: 'M12 21c0-6 2-10 8-12-1 7-3 10-8 10M12 21c0-5-2-8-7-9 .5 5 2.5 7 7 7',
};

/** What a shopper wants to know before looking further, in the merchant's words. */
export function Promises({ promises }: { promises: PromiseText[] }) {
  return (
    <section aria-labelledby="promises">
      <h2 id="promises" className={styles.title}>
        What you can count on
      </h2>
      <ul className={styles.promises}>
        {promises.map(({ title, text, icon }) => (
          <li key={title} className={styles.promise}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={ICONS[icon]} />
            </svg>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
