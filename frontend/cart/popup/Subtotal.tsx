import styles from './Subtotal.module.css';

/** What the bottles cost before delivery and tax, and what offers saved of it. */
export function Subtotal({ subtotal, saved }: { subtotal: string; saved: string }) {
  return (
    <div className={styles.sums}>
      <p className={styles.subtotal}>
        <span>Subtotal</span> <span data-subtotal="">{subtotal}</span>
      </p>
      {saved && <p className={styles.saved}>You saved {saved}</p>}
      <p className={styles.note}>Delivery and tax are added in the cart.</p>
    </div>
  );
}
