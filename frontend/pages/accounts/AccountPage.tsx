import { AccountMenu } from '../../account/AccountMenu';
import type { FormField, OrderSummary, AccountPage as Props } from '../../generated/pages';
import { Button } from '../../ui/Button';
import { buttonClass } from '../../ui/buttonClass';
import { Field } from '../../ui/fields/Field';
import { Hidden } from '../../ui/Hidden';
import styles from './AccountPage.module.css';

export default function AccountPage(props: Props) {
  return props.signed_in ? <Account {...props} /> : <LogIn {...props} />;
}

function field(name: string, label: string, kind: string, autocomplete: string, value = ''): FormField {
  const rest = { required: true, inputmode: '', placeholder: '', hint: '', error: '', options: [] };
  return { name, label, kind, autocomplete, value, ...rest };
}

function LogIn({ csrf_token, email, error, next }: Props) {
  return (
    <div className={styles.page}>
      <h1>Log in</h1>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <form className={styles.form} method="post">
        <input type="hidden" name="csrfmiddlewaretoken" value={csrf_token} />
        <input type="hidden" name="next" value={next} />
        <Field field={field('username', 'Email address', 'email', 'username', email)} error="" />
        <Field field={field('password', 'Password', 'password', 'current-password')} error="" />
        <Button type="submit" name="login" value="1">
          Log in
        </Button>
      </form>
      <p>
        <a href="/my-source/lost-password/">Lost your password?</a>
      </p>
    </div>
  );
}

function Account({ csrf_token, menu, name, email, orders }: Props) {
  return (
    <div className={styles.page}>
      <h1>Hello, {name || email}</h1>
      <AccountMenu links={menu} />
      <p>{email}</p>
      <h2>Your orders</h2>
      {orders.length === 0 ? <p>You have not ordered anything yet.</p> : <Orders orders={orders} />}
      <form method="post" action="/my-source/customer-logout/">
        <input type="hidden" name="csrfmiddlewaretoken" value={csrf_token} />
        <Button type="submit" look="quiet">
          Log out
        </Button>
      </form>
    </div>
  );
}

function Orders({ orders }: { orders: OrderSummary[] }) {
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
                {order.pay_url && (
                  <p className={styles.pay}>
                    <a className={buttonClass('quiet')} href={order.pay_url}>
                      Pay <Hidden>for order {order.number}</Hidden>
                    </a>
                  </p>
                )}
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
