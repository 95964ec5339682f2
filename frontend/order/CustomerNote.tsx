import styles from './CustomerNote.module.css';

/** What the customer wrote with the order, as it was typed. */
export function CustomerNote({ text }: { text: string }) {
  if (!text) return null;
  return (
    <section className={styles.part} aria-labelledby="note">
      <h2 id="note">Your note</h2>
      <p className={styles.note}>{text}</p>
    </section>
  );
}
