import type { FormField, NewAccount } from '../../generated/pages';
import { Field } from '../../ui/fields/Field';
import { AccountFields } from '../AccountFields';
import styles from './BlockCheckoutPage.module.css';

interface Props {
  email: FormField;
  account: NewAccount | null;
  logInUrl: string;
  problems: Record<string, string>;
  onCheck: (field: FormField, value: string, other?: string) => void;
  onFix: (field: FormField, value: string, other?: string) => void;
}

/** The buyer's contact: an email address is enough. */
export function Contact({ email, account, logInUrl, problems, onCheck, onFix }: Props) {
  return (
    <section className={styles.step} aria-labelledby="contact">
      <div className={styles.head}>
        <h2 id="contact">Contact</h2>
        {logInUrl && (
          <p className={styles.hint}>
            {account?.needed ? 'Have an account?' : 'You are ordering as a guest.'}{' '}
            <a href={logInUrl} data-auth="login" data-email={email.name}>
              Log in
            </a>
          </p>
        )}
      </div>
      <Field
        field={email}
        error={problems[email.name] ?? ''}
        onBlur={(event) => onCheck(email, event.target.value)}
        onChange={(event) => onFix(email, event.target.value)}
      />
      {account && (
        <AccountFields
          account={account}
          error={problems[account.password.name] ?? ''}
          onCheck={(...typed) => onCheck(account.password, ...typed)}
          onFix={(...typed) => onFix(account.password, ...typed)}
        />
      )}
    </section>
  );
}
