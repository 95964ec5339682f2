import type { OrderReceivedPage } from '../generated/pages';
import { useHydrated } from '../lib/hydrated';
import { Button } from '../ui/Button';
import { buttonClass } from '../ui/buttonClass';
import styles from './ReceiptActions.module.css';

/** What can be done with the order. All but printing works without JavaScript. */
export function ReceiptActions({ order }: { order: OrderReceivedPage }) {
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
      {order.account_url && (
        <a className={quiet} href={order.account_url}>
          Your account
        </a>
      )}
      <a className={quiet} href="/shop/">
        On to the wines
      </a>
      {order.cancel_url && (
        <details className={styles.ask}>
          <summary className={styles.summary}>Cancel this order</summary>
          <p>Your bottles go back on the shelf, and nothing is charged.</p>
          <ActionForm url={order.cancel_url} token={order.csrf_token}>
            Yes, cancel it
          </ActionForm>
        </details>
      )}
    </section>
  );
}

function ActionForm({ url, token, children }: { url: string; token: string; children: string }) {
  return (
    <form method="post" action={url}>
      <input type="hidden" name="csrfmiddlewaretoken" value={token} />
      <Button type="submit" look="quiet">
        {children}
      </Button>
    </form>
  );
}
