import type { OrderReceivedPage } from '../generated/pages';
import { useHydrated } from '../lib/hydrated';
import { Button } from '../ui/Button';
import { buttonClass } from '../ui/buttonClass';
import styles from './ReceiptActions.module.css';

interface Props {
  order: Pick<OrderReceivedPage, 'csrf_token' | 'invoice_url' | 'again_url' | 'cancel_url'>;
  /** The customer's own page; empty where there is none, or where the order is shown in it. */
  accountUrl?: string;
  /** Whether the order is shown in the account, to which cancelling leads back. */
  inAccount?: boolean;
}

/** What can be done with the order. All but printing works without JavaScript. */
export function ReceiptActions({ order, accountUrl = '', inAccount = false }: Props) {
  const hydrated = useHydrated();
  const quiet = buttonClass('quiet');
  return (
    <section className={styles.actions} aria-label="What you can do">
      {order.invoice_url && (
        <a className={quiet} href={order.invoice_url}>
          Invoice (PDF)
        </a>
      )}
      {hydrated && (
        <Button look="quiet" onClick={() => window.print()}>
          Print this page
        </Button>
      )}
      {order.again_url && (
        <ActionForm url={order.again_url} token={order.csrf_token}>
          Order again
        </ActionForm>
      )}
      {accountUrl && (
        <a className={quiet} href={accountUrl}>
          Your account
        </a>
      )}
      <a className={quiet} href="/shop/">
        Continue shopping
      </a>
      {order.cancel_url && (
        <details className={styles.ask}>
          <summary className={styles.summary}>Cancel this order</summary>
          <p>Your order is canceled and you won’t be charged.</p>
          <ActionForm url={order.cancel_url} token={order.csrf_token} fromAccount={inAccount}>
            Yes, cancel it
          </ActionForm>
        </details>
      )}
    </section>
  );
}

interface ActionProps {
  url: string;
  token: string;
  fromAccount?: boolean;
  children: string;
}

function ActionForm({ url, token, fromAccount = false, children }: ActionProps) {
  return (
    <form method="post" action={url}>
      <input type="hidden" name="csrfmiddlewaretoken" value={token} />
      {fromAccount && <input type="hidden" name="from_account" value="1" />}
      <Button type="submit" look="quiet">
        {children}
      </Button>
    </form>
  );
}
