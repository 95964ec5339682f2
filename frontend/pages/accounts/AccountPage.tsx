import { AccountMenu } from '../../account/AccountMenu';
import { NoOrders } from '../../account/NoOrders';
import { OrderList } from '../../account/OrderList';
import type { AccountPage as Props } from '../../generated/pages';
import { classes } from '../../lib/classes';
import styles from './AccountPage.module.css';

export default function AccountPage({ csrf_token, menu, name, email, orders }: Props) {
  return (
    <div className={classes(styles.page, styles.account)}>
      <h1>Hello, {name || email}</h1>
      <AccountMenu links={menu} token={csrf_token} />
      <p>{email}</p>
      <h2>Your orders</h2>
      {orders.length === 0 ? (
        <NoOrders />
      ) : (
        <>
          <OrderList orders={orders} token={csrf_token} />
          <p>
            <a href="/my-source/orders/">All your orders</a>
          </p>
        </>
      )}
    </div>
  );
}
