import { Button } from '../../ui/Button';
import styles from './OtherWays.module.css';
import { usePasskeyLogIn } from './usePasskeyLogIn';

/** Ways to log in without a password: by a passkey, where the browser has them, and by a code that is mailed. */
export function OtherWays({ token, redirect }: { token: string; redirect: string }) {
  const { supported, press, busy, problem, credential } = usePasskeyLogIn();
  const next = redirect ? `?next=${encodeURIComponent(redirect)}` : '';
  return (
    <div className={styles.ways}>
      <p className={styles.or}>or</p>
      <form method="post" action="/my-source/passkey/" hidden={!supported} aria-busy={busy}>
        <input type="hidden" name="csrfmiddlewaretoken" value={token} />
        <input type="hidden" name="next" value={redirect} />
        <input type="hidden" name="credential" ref={credential} />
        <Button look="quiet" wide onClick={press} disabled={busy}>
          Log in with a passkey
        </Button>
      </form>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <p>
        <a href={`/my-source/mailed-code/${next}`}>Mail me a code to log in</a>
      </p>
    </div>
  );
}
