import type { BoxRow } from '../../generated/pages';
import { buttonClass } from '../../ui/buttonClass';
import { Hidden } from '../../ui/Hidden';
import styles from './BoxHistory.module.css';

/** All boxes so far, the newest first, each with its order. */
export function BoxHistory({ boxes }: { boxes: BoxRow[] }) {
  return (
    <section className={styles.history} aria-labelledby="boxes">
      <h2 id="boxes">Boxes</h2>
      {boxes.length === 0 ? (
        <p className={styles.soft}>No boxes sent yet.</p>
      ) : (
        <ul className={styles.boxes}>
          {boxes.map((box) => (
            <Row key={box.number} box={box} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ box }: { box: BoxRow }) {
  const { number, date, state, message, order_number, order_url, total, pay_url } = box;
  return (
    <li className={styles.box}>
      <div className={styles.words}>
        <p>
          <strong>Box {number}</strong> · {date}
        </p>
        <p className={styles.soft}>
          {state}
          {message && `: ${message}`}
        </p>
      </div>
      <div className={styles.order}>
        {order_url && (
          <a className={styles.link} href={order_url}>
            Order {order_number}
          </a>
        )}
        {total && <span className={styles.total}>{total}</span>}
        {pay_url && (
          <a className={buttonClass('quiet')} href={pay_url}>
            Pay<Hidden> for box {number}</Hidden>
          </a>
        )}
      </div>
    </li>
  );
}
