import { AccountMenu } from '../../account/AccountMenu';
import { NoOrders } from '../../account/NoOrders';
import { OrderTable } from '../../account/OrderTable';
import type { FormField, AccountPage as Props } from '../../generated/pages';
import { classes } from '../../lib/classes';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/fields/Field';
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
    <div className={classes(styles.page, styles.account)}>
      <h1>Hello, {name || email}</h1>
      <AccountMenu links={menu} token={csrf_token} />
      <p>{email}</p>
      <h2>Your orders</h2>
      {orders.length === 0 ? (
        <NoOrders />
      ) : (
        <>
          <OrderTable orders={orders} />
          <p>
            <a href="/my-source/orders/">All your orders</a>
          </p>
        </>
      )}
    </div>
  );
}
