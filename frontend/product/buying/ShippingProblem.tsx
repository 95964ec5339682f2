import { useClosedPlace } from '../../wine/closed/closedPlaces';
import styles from './BuyForm.module.css';

/** Says before the cart why the wine may not be sent to where the visitor's goes. */
export function ShippingProblem() {
  const closed = useClosedPlace();
  return closed ? <p className={styles.problem}>{closed.reason}</p> : null;
}
