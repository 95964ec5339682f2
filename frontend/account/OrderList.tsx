import type { OrderSummary } from '../generated/pages';
import { Button } from '../ui/Button';
import { buttonClass } from '../ui/buttonClass';
import { Disclosure } from '../ui/Disclosure';
import { Hidden } from '../ui/Hidden';
import { Picture } from '../ui/Picture';
import { State } from '../ui/State';
import { ActionForm } from './ActionForm';
import styles from './OrderList.module.css';

interface Props {
  orders: OrderSummary[];
  token: string;
  /** Whether an unpaid order can be cancelled here. */
  cancels?: boolean;
}

/** Orders of the customer, each a card. */
export function OrderList({ orders, token, cancels = false }: Props) {
  return (
    <ul className={styles.orders}>
      {orders.map((order) => (
        <li key={order.number} className={styles.order}>
          <Bottles pictures={order.pictures} />
          <div className={styles.what}>
            <p className={styles.name}>
              <a className={styles.link} href={order.url}>
                Order {order.number}
              </a>
              <span className={styles.soft}>{order.date}</span>
            </p>
            <ul className={styles.bought}>
              {order.bought.map((line, number) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a bottle bought and one given may read alike
                <li key={number}>{line}</li>
              ))}
            </ul>
          </div>
          <p className={styles.stands}>
            <State tone={order.tone}>{order.state}</State>
            <span className={styles.total}>
              <Hidden>Total </Hidden>
              {order.total}
            </span>
          </p>
          <Actions order={order} token={token} cancels={cancels} />
        </li>
      ))}
    </ul>
  );
}

function Bottles({ pictures }: Pick<OrderSummary, 'pictures'>) {
  return (
    <div className={styles.bottles}>
      {pictures.map((image, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two vintages may share a picture
        <span key={number} className={styles.bottle}>
          <Picture image={image} sizes="4rem" cover alt="" />
        </span>
      ))}
    </div>
  );
}

function Actions({ order, token, cancels }: { order: OrderSummary; token: string; cancels: boolean }) {
  const mayCancel = Boolean(order.cancel_url) && cancels;
  if (!order.pay_url && !order.again_url && !mayCancel) return null;
  return (
    <div className={styles.actions}>
      {order.pay_url && (
        <a className={buttonClass('quiet')} href={order.pay_url}>
          Pay <Hidden>for order {order.number}</Hidden>
        </a>
      )}
      {order.again_url && (
        <ActionForm url={order.again_url} token={token}>
          Order again<Hidden>: order {order.number}</Hidden>
        </ActionForm>
      )}
      {mayCancel && (
        <Disclosure
          title={
            <>
              Cancel<Hidden> order {order.number}</Hidden>
            </>
          }
        >
          <form className={styles.cancel} method="post" action={order.cancel_url}>
            <input type="hidden" name="csrfmiddlewaretoken" value={token} />
            <input type="hidden" name="from_account" value="1" />
            <Button type="submit" look="quiet">
              <span>
                Yes, cancel it<Hidden>: order {order.number}</Hidden>
              </span>
            </Button>
          </form>
        </Disclosure>
      )}
    </div>
  );
}
