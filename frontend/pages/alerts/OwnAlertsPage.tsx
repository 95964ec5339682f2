import { AccountMenu } from '../../account/AccountMenu';
import { ActionForm } from '../../account/ActionForm';
import type { OwnAlert, OwnAlertsPage as Props } from '../../generated/pages';
import { Button } from '../../ui/Button';
import { buttonClass } from '../../ui/buttonClass';
import { Hidden } from '../../ui/Hidden';
import styles from './OwnAlertsPage.module.css';

/** What the customer waits for, each with a button to end it, and when the emails come. */
export default function OwnAlertsPage({ csrf_token, menu, alerts, weekly }: Props) {
  return (
    <div className={styles.page}>
      <h1>Alerts</h1>
      <AccountMenu links={menu} token={csrf_token} />
      {alerts.length > 0 ? (
        <>
          <p>We send you an email when one of these happens.</p>
          <ul className={styles.alerts}>
            {alerts.map((alert) => (
              <Row key={alert.id} alert={alert} token={csrf_token} />
            ))}
          </ul>
        </>
      ) : (
        <div className={styles.none}>
          <p>You have no alerts. On any wine’s page, ask us to email you when it is back in stock or on sale.</p>
          <a className={buttonClass('quiet')} href="/shop/">
            Browse the wines
          </a>
        </div>
      )}
      <form className={styles.when} method="post" action="/my-source/alerts/when/">
        <h2 className={styles.title}>When we tell you</h2>
        <p>
          {weekly
            ? 'Prices and vintages come in one email on Monday.'
            : 'We email you about prices and vintages as they change.'}{' '}
          Bottles that are held for you never wait.
        </p>
        <input type="hidden" name="csrfmiddlewaretoken" value={csrf_token} />
        <Button type="submit" look="quiet" name="weekly" value={weekly ? 'no' : 'yes'}>
          {weekly ? 'Tell me as it happens' : 'Tell me once a week'}
        </Button>
      </form>
    </div>
  );
}

function Row({ alert, token }: { alert: OwnAlert; token: string }) {
  return (
    <li className={styles.alert}>
      <div>
        <a href={alert.url}>{alert.event}</a>
        <p className={styles.address}>
          {alert.is_confirmed ? `To ${alert.email}` : `Please confirm it by the link that we mailed to ${alert.email}`}
        </p>
      </div>
      <ActionForm url={`/my-source/alerts/${alert.id}/stop/`} token={token}>
        Stop<Hidden>: {alert.event}</Hidden>
      </ActionForm>
    </li>
  );
}
