import { buttonClass } from '../ui/buttonClass';
import styles from './NoOrders.module.css';

export function NoOrders() {
  return (
    <div className={styles.none}>
      <p>No order has been made yet.</p>
      <a className={buttonClass('quiet')} href="/shop/">
        Browse the wines
      </a>
    </div>
  );
}
