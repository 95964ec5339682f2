import type { OrderUpdate } from '../generated/pages';
import styles from './OrderUpdates.module.css';

/** What the store wrote to the customer about the order. */
export function OrderUpdates({ updates }: { updates: OrderUpdate[] }) {
  if (updates.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="updates">
      <h2 id="updates">Order updates</h2>
      <ul className={styles.updates}>
        {updates.map(({ date, text }) => (
          <li key={`${date} ${text}`}>
            <p className={styles.soft}>{date}</p>
            <p className={styles.note}>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
