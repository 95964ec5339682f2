import { useRef } from 'react';
import { AccountMenu } from '../../account/AccountMenu';
import styles from '../../account/AccountStep.module.css';
import { PasskeyForm } from '../../account/PasskeyForm';
import type { AccountStepPage as Props } from '../../generated/pages';
import { Button } from '../../ui/Button';
import { buttonClass } from '../../ui/buttonClass';
import { Field } from '../../ui/fields/Field';
import { useErrorFocus } from '../../ui/fields/useErrorFocus';

/** A step of logging in or of the account's security. All but passkeys works without JavaScript. */
export default function AccountStepPage(props: Props) {
  const { heading, paragraphs, menu, error, picture, picture_text, codes, passkey, onward, links, csrf_token, fields } =
    props;
  return (
    <div className={styles.page}>
      <h1>{heading}</h1>
      {menu.length > 0 && <AccountMenu links={menu} token={csrf_token} />}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {picture && (
        <div>
          <img className={styles.picture} src={picture} alt="QR code for an authenticator app" />
          <p className={styles.key}>{picture_text}</p>
        </div>
      )}
      {codes.length > 0 && (
        <ul className={styles.codes} aria-label="Your recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      )}
      {props.button && <StepForm {...props} />}
      {passkey && (
        <PasskeyForm
          request={passkey}
          token={csrf_token}
          fields={props.button ? [] : fields}
          quiet={props.button !== ''}
        />
      )}
      {onward && (
        <p>
          <a className={buttonClass()} href={onward.url}>
            {onward.label}
          </a>
        </p>
      )}
      {links.length > 0 && (
        <ul className={styles.links}>
          {links.map(({ label, url }) => (
            <li key={url}>
              <a href={url}>{label}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function StepForm({ csrf_token, action, fields, button }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useErrorFocus(form);
  return (
    <form ref={form} className={styles.form} method="post" action={action || undefined}>
      <input type="hidden" name="csrfmiddlewaretoken" value={csrf_token} />
      {fields.map((field) => (
        <Field key={field.name} field={field} error={field.error} />
      ))}
      <Button type="submit">{button}</Button>
    </form>
  );
}
