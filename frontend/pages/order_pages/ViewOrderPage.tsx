import { AccountMenu } from '../../account/AccountMenu';
import { Amounts } from '../../cart/form/Amounts';
import { WineLine } from '../../cart/lines/WineLine';
import type { ViewOrderPage as Props } from '../../generated/pages';
import { AddressBlock } from '../../order/AddressBlock';
import { OrderRefunds } from '../../order/OrderRefunds';
import { OrderUpdates } from '../../order/OrderUpdates';
import { ReceiptActions } from '../../order/ReceiptActions';
import { buttonClass } from '../../ui/buttonClass';
import styles from './ViewOrderPage.module.css';

/** One order in the customer's account. */
export default function ViewOrderPage(order: Props) {
  const { csrf_token, menu, number, date, status } = order;
  return (
    <div className={styles.page}>
      <h1>Order #{number}</h1>
      <AccountMenu links={menu} token={csrf_token} />
      <p className={styles.status}>
        Order #{number} was placed on {date} and is currently <strong>{status}</strong>.
      </p>
      {order.pay_url && (
        <p>
          <a className={buttonClass()} href={order.pay_url}>
            Pay for the order
          </a>
        </p>
      )}
      <div className={styles.columns}>
        <section className={styles.bought} aria-labelledby="bought">
          <h2 id="bought">Order details</h2>
          <ul className={styles.lines}>
            {order.lines.map((line) => (
              <WineLine key={line.key} counted line={line} />
            ))}
          </ul>
          <Amounts rows={order.rows} total={order.total} />
          <OrderRefunds refunds={order.refunds} total={order.total_after_refunds} />
          {order.payment_title && <p className={styles.soft}>Payment method: {order.payment_title}</p>}
        </section>
        <div className={styles.rest}>
          <OrderUpdates updates={order.updates} />
          <div className={styles.addresses}>
            <AddressBlock title="Billing address" lines={order.billing_address} />
            <AddressBlock title="Shipping address" lines={order.shipping_address} />
          </div>
          {order.customer_note && (
            <section className={styles.part} aria-labelledby="note">
              <h2 id="note">Your note</h2>
              <p className={styles.note}>{order.customer_note}</p>
            </section>
          )}
          <ReceiptActions order={order} inAccount />
        </div>
      </div>
    </div>
  );
}
