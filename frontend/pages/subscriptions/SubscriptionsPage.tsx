import { AccountMenu } from '../../account/AccountMenu';
import type { SubscriptionsPage as Props, SubscriptionSummary } from '../../generated/pages';
import { buttonClass } from '../../ui/buttonClass';
import { Picture } from '../../ui/Picture';
import styles from './SubscriptionsPage.module.css';

/** All subscriptions of the customer. */
export default function SubscriptionsPage({ csrf_token, menu, subscriptions }: Props) {
  return (
    <div className={styles.page}>
      <h1>Subscriptions</h1>
      <AccountMenu links={menu} token={csrf_token} />
      {subscriptions.length === 0 ? (
        <div className={styles.none}>
          <p>You have no subscription. Some of our wines come by subscription: a box again and again.</p>
          <a className={buttonClass('quiet')} href="/shop/">
            Browse the wines
          </a>
        </div>
      ) : (
        <ul className={styles.subscriptions} aria-label="Your subscriptions">
          {subscriptions.map((each) => (
            <Row key={each.number} subscription={each} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Row({ subscription }: { subscription: SubscriptionSummary }) {
  const { number, wine, sends, image, cadence, status, needs_action, next_box, amount, url } = subscription;
  return (
    <li className={styles.subscription}>
      <span className={styles.frame}>{image && <Picture image={image} sizes="4rem" alt="" />}</span>
      <div className={styles.words}>
        <p>
          <a className={styles.link} href={url}>
            Subscription {number}: {wine}
          </a>
        </p>
        <p className={styles.soft}>
          {sends} each time, {cadence}
        </p>
        <p>{status}</p>
        {needs_action && <p className={styles.waits}>The next box is not paid yet.</p>}
        {next_box && (
          <p className={styles.soft}>
            Next box: {next_box}
            {amount && `, ${amount}`}
          </p>
        )}
      </div>
    </li>
  );
}
