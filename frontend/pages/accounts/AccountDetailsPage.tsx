import { AccountMenu } from '../../account/AccountMenu';
import styles from '../../account/AddressBook.module.css';
import { ProfileFields } from '../../account/fields/ProfileFields';
import type { AccountDetailsPage as Props } from '../../generated/pages';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/fields/Field';
import own from './AccountDetailsPage.module.css';

/** The names of the account, what else the merchant asks, and the password. It works without JavaScript. */
export default function AccountDetailsPage(props: Props) {
  const { csrf_token, menu, names, email, fields, passwords, security_url } = props;
  return (
    <div className={styles.page}>
      <h1>Account details</h1>
      <AccountMenu links={menu} token={csrf_token} />
      <form className={styles.form} method="post" encType="multipart/form-data" noValidate>
        <input type="hidden" name="csrfmiddlewaretoken" value={csrf_token} />
        {names.map((field) => (
          <Field key={field.name} field={field} error={field.error} />
        ))}
        <p className={own.email}>
          <span className={own.label}>Email address</span>
          <span>{email}</span>
          <a href={security_url}>Change it under Security</a>
        </p>
        <ProfileFields fields={fields} />
        {passwords.length > 0 && (
          <fieldset className={own.passwords}>
            <legend>Password change</legend>
            {/* For password managers: what the password belongs to. */}
            <input type="hidden" name="username" autoComplete="username" value={email} />
            {passwords.map((field) => (
              <Field key={field.name} field={field} error={field.error} />
            ))}
            <p className={styles.soft}>A new password ends all other sessions of your account.</p>
          </fieldset>
        )}
        <div className={styles.buttons}>
          <Button type="submit" name="save_account_details" value="1">
            Save changes
          </Button>
        </div>
      </form>
    </div>
  );
}
