import type { FreeDeliveryGoal } from '../generated/pages';
import styles from './FreeDelivery.module.css';

/** How far the cart is from free delivery. Nothing where no sum makes it free. */
export function FreeDelivery({ goal }: { goal: FreeDeliveryGoal | null }) {
  if (!goal) return null;
  return (
    <div className={styles.goal}>
      <p>{goal.text}</p>
      {/* It shows what the sentence says. */}
      <progress aria-hidden="true" max={goal.minimum} value={goal.spent} />
    </div>
  );
}
