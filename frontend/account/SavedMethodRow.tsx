import type { SavedPaymentMethod } from '../generated/pages';
import { Disclosure } from '../ui/Disclosure';
import { Hidden } from '../ui/Hidden';
import { ActionForm } from './ActionForm';
import styles from './PaymentMethodsPage.module.css';

/** One payment method, and what can be done with it. Deleting needs a confirmation, because it cannot be undone. */
export function SavedMethodRow({ card, token }: { card: SavedPaymentMethod; token: string }) {
  const { label, mandate, expiry, expired, is_default } = card;
  return (
    <li className={styles.card}>
      <p className={styles.name}>
        <strong>{label}</strong> {is_default && <span className={styles.mark}>Default</span>}
      </p>
      {expiry && (
        <p className={expired ? styles.expired : styles.soft}>
          {expired ? 'Expired' : 'Expires'} {expiry}
        </p>
      )}
      {mandate && (
        <p className={styles.soft}>
          You have agreed to debits: mandate <span className={styles.reference}>{mandate}</span>
        </p>
      )}
      <div className={styles.actions}>
        {!is_default && !expired && (
          <ActionForm url={card.default_url} token={token}>
            Make default<Hidden>: {label}</Hidden>
          </ActionForm>
        )}
        <Disclosure
          title={
            <>
              Delete<Hidden> {label}</Hidden>
            </>
          }
        >
          <p className={styles.ask}>
            {label} is taken out of your account for good. To use it again, you would have to enter it anew.
          </p>
          <ActionForm url={card.delete_url} token={token}>
            Yes, delete it<Hidden>: {label}</Hidden>
          </ActionForm>
        </Disclosure>
      </div>
    </li>
  );
}
