import { AccountMenu } from '../../account/AccountMenu';
import { ActionForm } from '../../account/ActionForm';
import { BoxHistory } from '../../account/subscriptions/BoxHistory';
import styles from '../../account/subscriptions/Subscription.module.css';
import { SubscriptionForms } from '../../account/subscriptions/SubscriptionForms';
import type { ViewSubscriptionPage as Props } from '../../generated/pages';
import { buttonClass } from '../../ui/buttonClass';
import { Disclosure } from '../../ui/Disclosure';
import { Picture } from '../../ui/Picture';

/** One subscription: what comes next, what was agreed, what came so far, and what can be done. */
export default function ViewSubscriptionPage(page: Props) {
  const { csrf_token: token, menu, number, actions } = page;
  return (
    <div className={styles.page}>
      <h1>Subscription {number}</h1>
      <AccountMenu links={menu} token={token} />
      <Refused {...page} />
      {actions.undelay_url && (
        <div className={styles.undo}>
          <span>The next box was delayed.</span>
          <ActionForm url={actions.undelay_url} token={token}>
            Undo
          </ActionForm>
        </div>
      )}
      {actions.unskip_url && (
        <div className={styles.undo}>
          <span>Skipped: the box of {actions.unskip_date}.</span>
          <ActionForm url={actions.unskip_url} token={token}>
            Undo
          </ActionForm>
        </div>
      )}
      <div className={styles.columns}>
        <div className={styles.main}>
          <Wine {...page} />
          <Next {...page} />
        </div>
        <div className={styles.rest}>
          <SubscriptionForms {...page} />
          <Method {...page} />
          <Recipient {...page} />
          <Terms {...page} />
        </div>
        <div className={styles.history}>
          <BoxHistory boxes={page.boxes} />
        </div>
      </div>
      <p>
        <a href="/my-source/subscriptions/">All subscriptions</a>
      </p>
    </div>
  );
}

/** What was refused, linked to its field further down. */
function Refused({ actions: { delay, pause } }: Props) {
  const refused = [delay, pause].find((form) => form?.field.error);
  if (!refused) return null;
  return (
    <p className={styles.bad} role="alert">
      <a href={`#${refused.url}`}>{refused.field.error}</a>
    </p>
  );
}

function Wine({ image, wine, wine_details, wine_url, quantity, price, status }: Props) {
  return (
    <section className={styles.wine} aria-label="Wine">
      <span className={styles.frame}>{image && <Picture image={image} sizes="6rem" alt="" onScreen />}</span>
      <div className={styles.about}>
        <p className={styles.name}>{wine_url ? <a href={wine_url}>{wine}</a> : wine}</p>
        {wine_details && <p className={styles.soft}>{wine_details}</p>}
        <p className={styles.soft}>
          {quantity} each time · {price}
        </p>
        <p className={styles.status}>{status}</p>
      </div>
    </section>
  );
}

function Next({ next_box, next_words, pay_url }: Props) {
  return (
    <section className={styles.next} aria-labelledby="next">
      <h2 id="next">What happens next</h2>
      {next_box && (
        <p className={styles.date}>
          Box {next_box.number}: {next_box.date}
          {next_box.amount && `, ${next_box.amount}`}
        </p>
      )}
      {next_words.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {next_box?.amount && <p className={styles.soft}>The amount is with delivery and tax, as they are today.</p>}
      {pay_url && (
        <a className={buttonClass()} href={pay_url}>
          Pay for the box
        </a>
      )}
    </section>
  );
}

function Method({ method, method_expired, method_button, actions }: Props) {
  return (
    <section className={styles.part} aria-labelledby="method">
      <h2 id="method">Payment method</h2>
      <p>{method || 'None: each box is paid by hand.'}</p>
      {method_expired && <p className={styles.bad}>It has expired. Please choose another one.</p>}
      {actions.method_url && (
        <a className={buttonClass('quiet')} href={actions.method_url}>
          {method_button}
        </a>
      )}
    </section>
  );
}

function Recipient({ recipient, actions }: Props) {
  return (
    <section className={styles.part} aria-labelledby="recipient">
      <h2 id="recipient">Address</h2>
      <address className={styles.address}>
        {recipient.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </address>
      {actions.address_url && (
        <a className={buttonClass('quiet')} href={actions.address_url}>
          Change address
        </a>
      )}
    </section>
  );
}

function Terms({ terms, agreed_on, events }: Props) {
  return (
    <section className={styles.part} aria-labelledby="terms">
      <h2 id="terms">What you agreed to</h2>
      {terms.length > 0 && (
        <>
          <ul className={styles.lines}>
            {terms.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <p className={styles.soft}>Agreed on {agreed_on}.</p>
        </>
      )}
      <Disclosure title="What happened so far">
        <ul className={styles.lines}>
          {events.map((text, number) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same may happen twice on a day
            <li key={number} className={styles.soft}>
              {text}
            </li>
          ))}
        </ul>
      </Disclosure>
    </section>
  );
}
