import { Button } from '../../ui/Button';
import styles from './OtherWays.module.css';
import { usePasskeyLogIn } from './usePasskeyLogIn';

/** Ways to log in without a password: by a passkey, where the browser has them, and by a code that is mailed. */
export function OtherWays({ token, redirect }: { token: string; redirect: string }) {
  const { supported, press, busy, problem } = usePasskeyLogIn(token, redirect);
  const next = redirect ? `?next=${encodeURIComponent(redirect)}` : '';
  return (
    <div className={styles.ways}>
      <p className={styles.or}>or</p>
      <div hidden={!supported} aria-busy={busy}>
        <Button look="quiet" wide onClick={press} disabled={busy}>
          Log in with a passkey
        </Button>
      </div>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <p>
        <a href={`/my-source/mailed-code/${next}`}>Email me a login code</a>
      </p>
    </div>
  );
}
