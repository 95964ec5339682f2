import type { OrderGift } from '../generated/pages';
import styles from './CustomerNote.module.css';

/** What an order that is a gift has in its parcel. */
export function GiftNote({ gift }: { gift: OrderGift | null }) {
  if (!gift) return null;
  return (
    <section className={styles.part} aria-labelledby="gift">
      <h2 id="gift">Your gift message</h2>
      <p className={styles.note} dir="auto">
        {gift.message || 'None: the wine comes without a message.'}
      </p>
      <p className={styles.soft}>{gift.prices}</p>
    </section>
  );
}
