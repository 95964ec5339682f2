import type { ReactNode } from 'react';
import { AccountMenu } from '../../account/AccountMenu';
import styles from '../../account/AccountStep.module.css';
import type { SecurityPage as Props, SessionEntry } from '../../generated/pages';
import { Button } from '../../ui/Button';
import { buttonClass } from '../../ui/buttonClass';
import { Hidden } from '../../ui/Hidden';
import own from './SecurityPage.module.css';

/** What protects the account: passkeys, password, second step, sessions. */
export default function SecurityPage(props: Props) {
  const { menu, email, email_confirmed, addresses, csrf_token, sessions, onward } = props;
  return (
    <div className={styles.page}>
      <h1>Security</h1>
      <AccountMenu links={menu} token={csrf_token} />
      {onward && (
        <p>
          <a className={buttonClass()} href={onward.url}>
            {onward.label}
          </a>
        </p>
      )}
      <EmailAddress {...props} />
      {!email_confirmed && (
        <form className={own.hint} method="post" action={addresses.confirm_email}>
          <input type="hidden" name="csrfmiddlewaretoken" value={csrf_token} />
          <p>Confirm your email address {email}. Until then no passkey and no authenticator app can be added.</p>
          <Button type="submit" look="quiet">
            Send me the link
          </Button>
        </form>
      )}
      <Passkeys {...props} />
      <SecondStep {...props} />
      <Part title="Sessions" text="Browsers that are logged in to your account.">
        <Sessions sessions={sessions} />
        {sessions.length > 1 && (
          <form method="post" action={addresses.end_sessions}>
            <input type="hidden" name="csrfmiddlewaretoken" value={csrf_token} />
            <Button type="submit" look="quiet">
              End all other sessions
            </Button>
          </form>
        )}
      </Part>
    </div>
  );
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className={own.part}>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </section>
  );
}

function EmailAddress({ email, requested_email, addresses, csrf_token }: Props) {
  return (
    <Part title="Email address" text={email}>
      {requested_email ? (
        <form className={own.actions} method="post" action={addresses.keep_email}>
          <input type="hidden" name="csrfmiddlewaretoken" value={csrf_token} />
          <p>It changes to {requested_email} once the link there is opened.</p>
          <Button type="submit" look="quiet">
            Keep the old one
          </Button>
        </form>
      ) : (
        <p>
          <a href={addresses.change_email}>Change the email address</a>
        </p>
      )}
    </Part>
  );
}

function Passkeys({ passkeys, addresses, email_confirmed }: Props) {
  return (
    <Part title="Passkeys" text="Log in by your face, your finger or your device’s PIN, without a password.">
      {passkeys.length > 0 && (
        <ul className={own.list} aria-label="Your passkeys">
          {passkeys.map(({ name, about, rename_url, remove_url }) => (
            <li key={remove_url} className={own.entry}>
              <div>
                <p className={own.name}>{name}</p>
                <p className={own.soft}>{about}</p>
              </div>
              <p className={own.actions}>
                <a href={rename_url}>
                  Rename <Hidden>{name}</Hidden>
                </a>
                <a href={remove_url}>
                  Remove <Hidden>{name}</Hidden>
                </a>
              </p>
            </li>
          ))}
        </ul>
      )}
      {email_confirmed && (
        <p>
          <a className={buttonClass('quiet')} href={addresses.add_passkey}>
            Add a passkey
          </a>
        </p>
      )}
    </Part>
  );
}

function SecondStep({ has_app, recovery_codes, addresses, email_confirmed }: Props) {
  return (
    <Part
      title="Second step"
      text={
        has_app
          ? 'After your password, a code of your authenticator app is asked for.'
          : 'An authenticator app makes a code that is asked for after your password.'
      }
    >
      {recovery_codes > 0 && (
        <p>
          <a href={addresses.see_codes}>
            {recovery_codes === 1 ? '1 recovery code is left' : `${recovery_codes} recovery codes are left`}
          </a>
        </p>
      )}
      {has_app ? (
        <p>
          <a href={addresses.remove_app}>Remove the authenticator app</a>
        </p>
      ) : (
        email_confirmed && (
          <p>
            <a className={buttonClass('quiet')} href={addresses.add_app}>
              Add an authenticator app
            </a>
          </p>
        )
      )}
    </Part>
  );
}

function Sessions({ sessions }: { sessions: SessionEntry[] }) {
  return (
    <ul className={own.list} aria-label="Sessions">
      {sessions.map(({ browser, about, here }, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two browsers may read alike
        <li key={number} className={own.entry}>
          <div>
            <p className={own.name}>
              {browser}
              {here && <span className={own.here}> · this browser</span>}
            </p>
            <p className={own.soft}>{about}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
