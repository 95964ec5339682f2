import type { NewAccount } from '../generated/pages';
import { Field } from '../ui/fields/Field';
import styles from './AccountFields.module.css';
import { ownRefusal } from './fieldRules';

interface Props {
  account: NewAccount;
  error: string;
  /** `other` is what the meter of passwords refuses. */
  onCheck: (value: string, other: string) => void;
  onFix: (value: string, other: string) => void;
}

/**
 * An account along with the order: one box, and the password that ticking it reveals, without any script. An order that
 * needs an account has no box: it says why.
 */
export function AccountFields({ account, error, onCheck, onFix }: Props) {
  return (
    <div className={styles.account}>
      {account.needed ? (
        <p>
          <input type="hidden" name="createaccount" value="1" />
          {account.needed}
        </p>
      ) : (
        <label className={styles.box}>
          <input type="checkbox" name="createaccount" value="1" defaultChecked={account.wanted} />
          Create an account to track orders and check out faster
        </label>
      )}
      <div className={styles.password}>
        <Field
          field={account.password}
          error={error}
          onBlur={({ target }) => onCheck(target.value, ownRefusal(target as HTMLInputElement))}
          onChange={({ target }) => onFix(target.value, ownRefusal(target as HTMLInputElement))}
        />
      </div>
    </div>
  );
}
