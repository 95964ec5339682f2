import type { SavedPaymentMethod } from '../generated/pages';
import { Disclosure } from '../ui/Disclosure';
import { Hidden } from '../ui/Hidden';
import { ActionForm } from './ActionForm';
import styles from './PaymentMethodsPage.module.css';

/** One payment method, and what can be done with it. Deleting needs a confirmation, because it cannot be undone. */
export function SavedMethodRow({ card, token }: { card: SavedPaymentMethod; token: string }) {
  const { label, mandate, expiry, expired, is_default, used_for, heir } = card;
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
      {used_for && <p className={styles.soft}>Pays for {used_for}.</p>}
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
          {used_for && !heir ? (
            <p className={styles.ask}>
              {label} pays for {used_for}, and you have no other payment method that could take over. Add another one
              first, or cancel the subscription.
            </p>
          ) : (
            <>
              <p className={styles.ask}>
                {label} is taken out of your account for good. To use it again, you would have to enter it anew.
                {used_for && ` From then on, ${heir} pays for ${used_for}.`}
              </p>
              <ActionForm url={card.delete_url} token={token}>
                Yes, delete it<Hidden>: {label}</Hidden>
              </ActionForm>
            </>
          )}
        </Disclosure>
      </div>
    </li>
  );
}
