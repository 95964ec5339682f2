import { AccountMenu } from '../../account/AccountMenu';
import type { ViewOrderPage as Props } from '../../generated/pages';
import { AddressBlock } from '../../order/AddressBlock';
import { CustomerNote } from '../../order/CustomerNote';
import { OrderContents } from '../../order/OrderContents';
import { OrderDestination } from '../../order/OrderDestination';
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
        <OrderContents title="Order details" order={order}>
          {order.payment_title && <p className={styles.soft}>Payment method: {order.payment_title}</p>}
        </OrderContents>
        <div className={styles.rest}>
          <OrderUpdates updates={order.updates} />
          <div className={styles.addresses}>
            <AddressBlock title="Billing address" lines={order.billing_address} />
            <OrderDestination title="Shipping address" order={order} />
          </div>
          <CustomerNote text={order.customer_note} />
          <ReceiptActions order={order} inAccount />
        </div>
      </div>
    </div>
  );
}
