import { AuthForms } from '../../account/auth/AuthForms';
import type { LogInPage as Props } from '../../generated/pages';
import styles from './LogInPage.module.css';

/** The forms that lead into an account. */
export default function LogInPage({ forms }: Props) {
  return (
    <div className={styles.page}>
      <AuthForms forms={forms} display="inline" heading="h1" titleId="auth-title" />
    </div>
  );
}
