import type { BookEntry } from '../generated/pages';
import { buttonClass } from '../ui/buttonClass';
import { Hidden } from '../ui/Hidden';
import { ActionForm } from './ActionForm';
import styles from './AddressBook.module.css';

/** An address of the book, and what can be done with it. Deleting can be undone. */
export function AddressCard({ entry, token }: { entry: BookEntry; token: string }) {
  const name = entry.lines.join(', ');
  return (
    <li className={styles.card}>
      {(entry.for_billing || entry.for_shipping) && (
        <p className={styles.marks}>
          {entry.for_billing && <span className={styles.mark}>Billing address</span>}
          {entry.for_shipping && <span className={styles.mark}>Shipping address</span>}
        </p>
      )}
      <address className={styles.address}>
        {[...entry.lines, entry.phone].filter(Boolean).map((line) => (
          <div key={line}>{line}</div>
        ))}
      </address>
      <div className={styles.actions}>
        <a className={buttonClass('quiet')} href={entry.edit_url}>
          Edit<Hidden>: {name}</Hidden>
        </a>
        {entry.billing_url && (
          <ActionForm url={entry.billing_url} token={token}>
            Use for billing<Hidden>: {name}</Hidden>
          </ActionForm>
        )}
        {entry.shipping_url && (
          <ActionForm url={entry.shipping_url} token={token}>
            Use for shipping<Hidden>: {name}</Hidden>
          </ActionForm>
        )}
        <ActionForm url={entry.remove_url} token={token}>
          Delete<Hidden>: {name}</Hidden>
        </ActionForm>
      </div>
    </li>
  );
}
