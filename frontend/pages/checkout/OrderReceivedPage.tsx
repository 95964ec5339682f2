import { Amounts } from '../../components/Amounts';
import { buttonClass } from '../../components/buttonClass';
import { WineLine } from '../../components/WineLine';
import type { OrderReceivedPage as Props } from '../../generated/pages';
import styles from './OrderReceivedPage.module.css';

/** The receipt. Without the order's key only the heading is there. */
export default function OrderReceivedPage(order: Props) {
  return (
    <div className={styles.page}>
      <h1>{order.heading}</h1>
      {order.found ? (
        <Receipt order={order} />
      ) : (
        <p>
          <a className={buttonClass()} href="/shop/">
            Back to the wines
          </a>
        </p>
      )}
    </div>
  );
}

function Receipt({ order }: { order: Props }) {
  return (
    <>
      {order.status_text && <p className={styles.status}>{order.status_text}</p>}
      {order.pay_url && (
        <p>
          <a className={buttonClass()} href={order.pay_url}>
            Try the payment again
          </a>
        </p>
      )}
      <Facts order={order} />
      <section className={styles.part} aria-labelledby="bought">
        <h2 id="bought">What you ordered</h2>
        <ul className={styles.lines}>
          {order.lines.map((line) => (
            <WineLine key={line.key} counted line={line} />
          ))}
        </ul>
        <Amounts rows={order.rows} total={order.total} />
      </section>
      <div className={styles.addresses}>
        <Address title="Bill to" lines={order.billing_address} />
        <Address title="Deliver to" lines={order.shipping_address} />
      </div>
      {order.customer_note && (
        <section className={styles.part} aria-labelledby="note">
          <h2 id="note">Your note</h2>
          <p className={styles.note}>{order.customer_note}</p>
        </section>
      )}
    </>
  );
}

function Facts({ order }: { order: Props }) {
  const facts: [name: string, value: string][] = [
    ['Order number', order.number],
    ['Date', order.date],
    ['Email', order.email],
    ['Payment', order.payment_title],
    ['Total', order.total],
  ];
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function Address({ title, lines }: { title: string; lines: string[] }) {
  if (lines.length === 0) return null;
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      <address className={styles.address}>
        {lines.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </address>
    </section>
  );
}
