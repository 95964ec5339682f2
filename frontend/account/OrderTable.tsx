import type { OrderSummary } from '../generated/pages';
import { Button } from '../ui/Button';
import { buttonClass } from '../ui/buttonClass';
import { Disclosure } from '../ui/Disclosure';
import { Hidden } from '../ui/Hidden';
import styles from './OrderTable.module.css';

interface Props {
  orders: OrderSummary[];
  /** The token of the forms that cancel an order; without one, orders are only shown and paid. */
  token?: string;
}

/** Orders of the customer. Where four columns have no room, an order is a block. */
export function OrderTable({ orders, token }: Props) {
  return (
    <div className={styles.wrap}>
      <table className={styles.orders}>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Date</th>
            <th scope="col">Status</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.number}>
              <td>
                <a className={styles.order} href={order.url}>
                  Order {order.number}
                </a>
                <ul className={styles.bought}>
                  {order.bought.map((line, number) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a bottle bought and one given may read alike
                    <li key={number}>{line}</li>
                  ))}
                </ul>
              </td>
              <td>{order.date}</td>
              <td>
                {order.status}
                <Actions order={order} token={token} />
              </td>
              <td>
                <span className={styles.phone}>Total </span>
                {order.total}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Actions({ order, token }: { order: OrderSummary; token: string | undefined }) {
  return (
    <>
      {order.pay_url && (
        <p className={styles.pay}>
          <a className={buttonClass('quiet')} href={order.pay_url}>
            Pay <Hidden>for order {order.number}</Hidden>
          </a>
        </p>
      )}
      {order.cancel_url && token && (
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
    </>
  );
}
