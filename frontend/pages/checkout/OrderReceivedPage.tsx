import type { OrderReceivedPage as Props } from '../../generated/pages';
import { AddressBlock } from '../../order/AddressBlock';
import { CustomerNote } from '../../order/CustomerNote';
import { GiftNote } from '../../order/GiftNote';
import { LookAgain } from '../../order/LookAgain';
import { OrderContents } from '../../order/OrderContents';
import { OrderDestination } from '../../order/OrderDestination';
import { OrderUpdates } from '../../order/OrderUpdates';
import { NextSteps } from '../../order/progress/NextSteps';
import { ReceiptAccount } from '../../order/ReceiptAccount';
import { ReceiptActions } from '../../order/ReceiptActions';
import { buttonClass } from '../../ui/buttonClass';
import styles from './OrderReceivedPage.module.css';

/** The receipt, on screen and on paper. Without the order's key only the heading is there. */
export default function OrderReceivedPage(order: Props) {
  return (
    <div className={styles.page}>
      {order.found && <Sender order={order} />}
      <h1>{order.heading}</h1>
      {order.found ? <Receipt order={order} /> : <OrderLinks />}
    </div>
  );
}

/** The address does not prove whose order it is: there are other ways to see one. */
function OrderLinks() {
  return (
    <>
      <p>
        The link in your email opens your order. You can also <a href="/my-source/">log in to your account</a> or{' '}
        <a href="/checkout/find-order/">find it by its number and your email address</a>.
      </p>
      <p>
        <a className={buttonClass()} href="/shop/">
          Browse the wines
        </a>
      </p>
    </>
  );
}

/** Only on paper: who sold it. */
function Sender({ order }: { order: Props }) {
  return (
    <address className={styles.sender}>
      {order.store_address.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </address>
  );
}

function Receipt({ order }: { order: Props }) {
  const isPending = order.look_again_after > 0;
  return (
    <>
      {order.status_text && <p className={styles.status}>{order.status_text}</p>}
      <LookAgain after={order.look_again_after} />
      {order.provider_page && (
        <p>
          <a className={buttonClass()} href={order.provider_page} target="_blank" rel="noopener">
            {order.provider_page_label}
          </a>
        </p>
      )}
      {order.pay_url && (
        <p>
          <a className={buttonClass(isPending ? 'quiet' : 'main')} href={order.pay_url}>
            {isPending ? 'Pay another way' : 'Pay for the order'}
          </a>
        </p>
      )}
      <Facts order={order} />
      <div className={styles.columns}>
        <NextSteps steps={order.next_steps} />
        <OrderUpdates updates={order.updates} />
        <OrderContents title="What you ordered" order={order} className={styles.bought} />
        {order.account && <ReceiptAccount offer={order.account} token={order.csrf_token} />}
        <div className={styles.addresses}>
          <AddressBlock title="Bill to" lines={order.billing_address} />
          <OrderDestination title="Deliver to" order={order} />
        </div>
        <CustomerNote text={order.customer_note} />
        <GiftNote gift={order.gift} />
        <ReceiptActions order={order} accountUrl={order.account_url} />
      </div>
    </>
  );
}

function Facts({ order }: { order: Props }) {
  const facts: [name: string, value: string][] = [
    ['Order number', order.number],
    ['Date', order.date],
    ['Email', order.email],
    ['Payment', order.payment_title],
    [order.pickup ? 'Pickup' : 'Delivery', order.delivery],
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
