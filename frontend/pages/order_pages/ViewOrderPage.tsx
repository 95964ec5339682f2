import { AccountMenu } from '../../account/AccountMenu';
import type { ViewOrderPage as Props } from '../../generated/pages';
import { AddressBlock } from '../../order/AddressBlock';
import { CustomerNote } from '../../order/CustomerNote';
import { GiftNote } from '../../order/GiftNote';
import { LookAgain } from '../../order/LookAgain';
import { OrderContents } from '../../order/OrderContents';
import { OrderDestination } from '../../order/OrderDestination';
import { OrderHelp } from '../../order/OrderHelp';
import { OrderUpdates } from '../../order/OrderUpdates';
import { NextSteps } from '../../order/progress/NextSteps';
import { OrderShipments } from '../../order/progress/OrderShipments';
import { OrderSteps } from '../../order/progress/OrderSteps';
import { ReceiptAccount } from '../../order/ReceiptAccount';
import { ReceiptActions } from '../../order/ReceiptActions';
import { buttonClass } from '../../ui/buttonClass';
import { State } from '../../ui/State';
import styles from './ViewOrderPage.module.css';

/** One order: in the customer's account, or by its key, when it has no menu. */
export default function ViewOrderPage(order: Props) {
  const inAccount = order.menu.length > 0;
  return (
    <div className={styles.page}>
      <address className={styles.sender}>
        {order.store_address.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </address>
      <h1 className={styles.title}>
        Order {order.number} <State tone={order.tone}>{order.state}</State>
      </h1>
      {inAccount && <AccountMenu links={order.menu} token={order.csrf_token} />}
      <HowItStands order={order} />
      <OrderSteps steps={order.steps} />
      <div className={styles.columns}>
        <div className={styles.part}>
          <OrderShipments shipments={order.shipments} />
          <NextSteps steps={order.next_steps} />
          <OrderUpdates updates={order.updates} />
        </div>
        <OrderContents title="Order details" order={order} className={styles.bought}>
          {order.payment_title && <p className={styles.soft}>Payment method: {order.payment_title}</p>}
          {order.delivery && (
            <p className={styles.soft}>
              {order.pickup ? 'Pickup' : 'Delivery'}: {order.delivery}
            </p>
          )}
        </OrderContents>
        <div className={styles.part}>
          <ReceiptActions order={order} inAccount={inAccount} />
          {order.account && <ReceiptAccount offer={order.account} token={order.csrf_token} />}
          <div className={styles.addresses}>
            <AddressBlock title="Billing address" lines={order.billing_address} />
            <OrderDestination title="Shipping address" order={order} />
          </div>
          <CustomerNote text={order.customer_note} />
          <GiftNote gift={order.gift} />
          <OrderHelp number={order.number} email={order.shared.store_email} />
        </div>
      </div>
    </div>
  );
}

function HowItStands({ order }: { order: Props }) {
  const isPending = order.look_again_after > 0;
  return (
    <div className={styles.heading}>
      <p className={styles.status}>{order.status_text}</p>
      <p className={styles.soft}>
        Order #{order.number} was placed on {order.date} and is currently <strong>{order.status}</strong>.
      </p>
      <LookAgain after={order.look_again_after} />
      {(order.provider_page || order.pay_url) && (
        <p className={styles.buttons}>
          {order.provider_page && (
            <a className={buttonClass()} href={order.provider_page} target="_blank" rel="noopener">
              {order.provider_page_label}
            </a>
          )}
          {order.pay_url && (
            <a className={buttonClass(isPending ? 'quiet' : 'main')} href={order.pay_url}>
              {isPending ? 'Pay another way' : 'Pay for the order'}
            </a>
          )}
        </p>
      )}
    </div>
  );
}
