import { AccountMenu } from '../../account/AccountMenu';
import styles from '../../account/AccountStep.module.css';
import type { AccountStepPage as Props } from '../../generated/pages';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/fields/Field';

/** A step of logging in or of the account's security. It works without JavaScript. */
export default function AccountStepPage(props: Props) {
  const { heading, paragraphs, menu, error, links } = props;
  return (
    <div className={styles.page}>
      <h1>{heading}</h1>
      {menu.length > 0 && <AccountMenu links={menu} />}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {props.button && <StepForm {...props} />}
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
  return (
    <form className={styles.form} method="post" action={action || undefined}>
      <input type="hidden" name="csrfmiddlewaretoken" value={csrf_token} />
      {fields.map((field) => (
        <Field key={field.name} field={field} error={field.error} />
      ))}
      <Button type="submit">{button}</Button>
    </form>
  );
}
