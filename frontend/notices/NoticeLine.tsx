import type { Notice } from '../generated/pages';
import { classes } from '../lib/classes';
import { useHydrated } from '../lib/hydrated';
import styles from './NoticeLine.module.css';

/** One message: what happened, and what can be done about it. */
export function NoticeLine({ notice, onDismiss }: { notice: Notice; onDismiss: () => void }) {
  const hydrated = useHydrated();
  return (
    <div
      className={classes(styles.notice, styles[notice.kind])}
      role={notice.kind === 'error' ? 'alert' : 'status'}
      data-kind={notice.kind}
    >
      <span>{notice.text}</span>
      <span className={styles.actions}>
        {notice.link && <a href={notice.link.url}>{notice.link.label}</a>}
        {hydrated && (
          <button type="button" className={styles.dismiss} onClick={onDismiss} aria-label="Dismiss this message">
            <span aria-hidden="true">×</span>
          </button>
        )}
      </span>
    </div>
  );
}
