import { AccountMenu } from '../../account/AccountMenu';
import { NoOrders } from '../../account/NoOrders';
import { OrderList } from '../../account/OrderList';
import type { OrdersPage as Props } from '../../generated/pages';
import { buttonClass } from '../../ui/buttonClass';
import styles from './OrdersPage.module.css';

/** All orders of the customer, page by page. */
export default function OrdersPage(props: Props) {
  const { csrf_token, menu, orders, page, pages, newer_url, older_url, confirm_url } = props;
  return (
    <div className={styles.page}>
      <h1>Orders</h1>
      <AccountMenu links={menu} token={csrf_token} />
      {orders.length === 0 ? <NoOrders /> : <OrderList orders={orders} token={csrf_token} cancels />}
      {confirm_url && (
        <p>
          Bought as a guest? <a href={confirm_url}>Confirm your email address</a>, and the orders that you placed with
          it are listed here too.
        </p>
      )}
      {pages > 1 && (
        <nav className={styles.pages} aria-label="Pages of orders">
          {newer_url && (
            <a className={buttonClass('quiet')} href={newer_url} rel="prev">
              Newer orders
            </a>
          )}
          <span>
            Page {page} of {pages}
          </span>
          {older_url && (
            <a className={buttonClass('quiet')} href={older_url} rel="next">
              Older orders
            </a>
          )}
        </nav>
      )}
    </div>
  );
}
