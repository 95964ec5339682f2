import { classes } from '../../lib/classes';
import styles from './AuthNotice.module.css';
import type { Notice } from './authCalls';

interface Props {
  notice: Notice | null;
  onReset: () => void;
}

/** What became of a form. It is read out as soon as it is there. */
export function AuthNotice({ notice, onReset }: Props) {
  return (
    <div className={styles.place} role={notice?.kind === 'error' ? 'alert' : 'status'}>
      {notice?.text && (
        <div className={classes(styles.notice, styles[notice.kind])}>
          {notice.text.split('\n').map((line) => (
            <p key={line}>
              {line}
              {notice.offersReset && (
                <>
                  {' '}
                  <a
                    href="/my-source/lost-password/"
                    onClick={(event) => {
                      event.preventDefault();
                      onReset();
                    }}
                  >
                    Lost your password?
                  </a>
                </>
              )}
            </p>
          ))}
        </div>
      )}
      {notice?.frame && (
        <section className={styles.frame} aria-label="The answer of the store">
          {notice.frame}
        </section>
      )}
    </div>
  );
}
